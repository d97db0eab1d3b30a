/** The global setup of mocha, in its own process: makes what all test processes share, while the first tests run. */

import process from 'node:process';

import { makeEmbeddedTemplate } from './embedded-template.ts';
import { folderOfThisProcess } from './folder-of-this-process.ts';
import { startPostgresServer } from './postgres-server.ts';
import { announceFixtures, shareFixture } from './shared-fixture.ts';

export function mochaGlobalSetup(): void {
  const folder = folderOfThisProcess('shared');
  announceFixtures(folder);
  void shareFixture(folder, 'embedded template', makeEmbeddedTemplate());
  if (process.env['TEST_DATABASE_URL'] === undefined) void shareFixture(folder, 'PostgreSQL server', startServer());
}

async function startServer(): Promise<string> {
  const { url } = await startPostgresServer();
  return url;
}
