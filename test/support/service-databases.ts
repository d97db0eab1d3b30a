/** Runs the same service tests on both databases. */

import { cp, mkdtemp } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { startEmbeddedDatabase } from '../../src/persistence/embedded/start-embedded-database.ts';
import { createTestDatabase } from './postgres.ts';
import type { ServiceFolders } from './service-process.ts';
import { silentLogger } from './silent-logger.ts';

export interface ServiceDatabase {
  /** What the service is told. */
  readonly settings: Record<string, string>;
  close(): Promise<void>;
}

export type OpenServiceDatabase = (folders: ServiceFolders) => Promise<ServiceDatabase>;

export type ServiceDatabaseKind = 'PostgreSQL' | 'the embedded database';

export function servicesOnBothDatabases(suite: (open: OpenServiceDatabase, kind: ServiceDatabaseKind) => void): void {
  describe('on PostgreSQL', () => suite(openPostgres, 'PostgreSQL'));
  describe('on the embedded database', () => suite(openEmbedded, 'the embedded database'));
}

/** A fresh database on the server of this test run. */
export async function openPostgres(): Promise<ServiceDatabase> {
  const database = await createTestDatabase();
  return {
    settings: { DATABASE_URL: database.url, CREATE_TABLES: 'auto' },
    close: () => database.drop(),
  };
}

/** In the service's own folders: a copy, because making one takes seconds. */
export async function openEmbedded({ root }: Pick<ServiceFolders, 'root'>): Promise<ServiceDatabase> {
  made.template ??= makeTemplate();
  await cp(await made.template, join(root, 'data'), { recursive: true });
  return { settings: {}, close: () => Promise.resolve() };
}

// The one template of a test run is the only state this file keeps: it lives until the process exits.
const made: { template?: Promise<string> } = {};

async function makeTemplate(): Promise<string> {
  const template = await mkdtemp(join(tmpdir(), 'tms-init-test-template-'));
  process.on('exit', () => rmSync(template, { recursive: true, force: true }));
  const database = await startEmbeddedDatabase({ dataDir: template, logger: silentLogger });
  await database.close();
  return template;
}
