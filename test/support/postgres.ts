/** A real PostgreSQL for tests: one server for the whole run, a fresh database for whoever asks. */

import { randomBytes } from 'node:crypto';

import { Client } from 'pg';

import { startPostgresServer } from './postgres-server.ts';
import { sharedFixture } from './shared-fixture.ts';

export interface TestDatabase {
  /** With user and password. */
  readonly url: string;
  readonly name: string;
  /** Runs SQL beside the service, over a connection of its own. */
  query(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** A fresh and empty database on the server of this run, or on the one of TEST_DATABASE_URL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseOn(await serverUrl());
}

/** The same on a server of one's own. */
export async function createDatabaseOn(admin: string): Promise<TestDatabase> {
  const name = `tms_init_test_${randomBytes(6).toString('hex')}`;
  await queryOnce(admin, `create database ${name} template template0`);
  const url = Object.assign(new URL(admin), { pathname: `/${name}` }).href;
  return {
    url,
    name,
    query: (sql, values) => queryOnce(url, sql, values),
    async drop() {
      await queryOnce(admin, `drop database if exists ${name} with (force)`);
    },
  };
}

/** The URL of an administrator's database on the server of this run. */
export async function serverUrl(): Promise<string> {
  return process.env['TEST_DATABASE_URL'] ?? (await serverOfThisRun());
}

// The one server of a run is the only state this file keeps: it lives until the process exits.
const started: { server?: Promise<string> } = {};

function serverOfThisRun(): Promise<string> {
  started.server ??= findServer();
  return started.server;
}

async function findServer(): Promise<string> {
  return (await sharedFixture('PostgreSQL server')) ?? (await startPostgresServer()).url;
}

async function queryOnce(url: string, sql: string, values: readonly unknown[] = []) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
