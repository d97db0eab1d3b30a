/** Runs the same tests on PostgreSQL and on the embedded database, so that they stay one code path. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';

import type { ConnectionTarget } from '../../src/persistence/connection-target.ts';
import { startEmbeddedDatabase } from '../../src/persistence/embedded/start-embedded-database.ts';
import { copyEmbeddedTemplate } from './embedded-template.ts';
import { createTestDatabase } from './postgres.ts';
import { silentLogger } from './silent-logger.ts';

/** A database without tables. */
export interface EmptyDatabase {
  readonly connection: ConnectionTarget;
  /** Runs SQL beside the service, over a connection of its own. */
  query(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export type DatabaseKind = 'PostgreSQL' | 'the embedded database';

type Suite = (open: () => Promise<EmptyDatabase>, kind: DatabaseKind) => void;

/** @param subject what is tested, the beginning of each title. */
export function onBothDatabases(subject: string, suite: Suite): void {
  describe(`${subject} on PostgreSQL`, () => suite(openPostgres, 'PostgreSQL'));
  describe(`${subject} on the embedded database`, () => suite(openEmbedded, 'the embedded database'));
}

export async function openPostgres(): Promise<EmptyDatabase> {
  const database = await createTestDatabase();
  return {
    connection: { url: database.url },
    query: (sql, values) => database.query(sql, values),
    close: () => database.drop(),
  };
}

export async function openEmbedded(): Promise<EmptyDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tms-init-test-'));
  await copyEmbeddedTemplate(dataDir);
  const database = await startEmbeddedDatabase({ dataDir, logger: silentLogger });
  const { connection } = database;
  return {
    connection,
    query: (sql, values) => queryOnce(connection, sql, values),
    async close() {
      await database.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function queryOnce(connection: object, sql: string, values: readonly unknown[] = []) {
  const client = new Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
