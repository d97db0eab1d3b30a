/** Embedded databases for chaos rounds: copies of one that has the tables and the audit. */

import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { Client } from 'pg';

import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '../../src/persistence/embedded/start-embedded-database.ts';
import { livingCommands } from '../support/living-processes.ts';
import { silentLogger } from '../support/silent-logger.ts';
import { AUDIT_SQL } from './audit.ts';
import { type ChaosDatabase, type ChaosDatabases, collect } from './chaos-database.ts';

const TABLES = new URL('../../src/persistence/tables.sql', import.meta.url);

export async function openEmbeddedDatabases(): Promise<ChaosDatabases> {
  const template = await mkdtemp(join(tmpdir(), 'tms-init-test-chaos-template-'));
  await withDatabase(template, async ({ connection }) => {
    const client = new Client(connection);
    await client.connect();
    await client.query(await readFile(TABLES, 'utf8'));
    await client.query(AUDIT_SQL);
    await client.end();
  });
  return {
    open: (folder) => openDatabase(template, join(folder, 'data')),
    close: () => rm(template, { recursive: true, force: true }),
  };
}

async function openDatabase(template: string, dataDir: string): Promise<ChaosDatabase> {
  await cp(template, dataDir, { recursive: true });
  return {
    settings: { DATA_DIR: dataDir },
    async strike({ kind }) {
      if (kind !== 'kill-database') throw new Error(`the embedded database knows no ${kind}`);
      for (const pid of livingCommands(dataDir)) kill(pid);
    },
    lostStatements: () => 0,
    collect: () => withDatabase(dataDir, ({ connection }) => collect(connection)),
    close: () => rm(dataDir, { recursive: true, force: true }),
  };
}

async function withDatabase<T>(dataDir: string, use: (database: EmbeddedDatabase) => Promise<T>): Promise<T> {
  const database = await startEmbeddedDatabase({ dataDir, logger: silentLogger });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}
