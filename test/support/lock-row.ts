/** Somebody else who has something locked in the database, as an administrator in psql does. */

import { Client } from 'pg';

import type { TestDatabase } from './postgres.ts';

/** Until its end. */
export async function lockRow({ url }: TestDatabase, statement: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  return client;
}
