/** The global setup of mocha, in its own process: builds the service, and starts the server that all test processes share, while the first tests run. */

import process from 'node:process';

import { folderOfThisProcess } from './folder-of-this-process.ts';
import { startPostgresServer } from './postgres-server.ts';
import { announceFixtures, shareFixture } from './shared-fixture.ts';
import { buildService } from './the-service.ts';

export function mochaGlobalSetup(): void {
  buildService();
  if (process.env['TEST_DATABASE_URL'] !== undefined) return;
  const folder = folderOfThisProcess('shared');
  announceFixtures(folder);
  void shareFixture(folder, 'PostgreSQL server', startServer());
}

async function startServer(): Promise<string> {
  const { url } = await startPostgresServer();
  return url;
}
