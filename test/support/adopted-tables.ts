/** Tables of other programs (test/fixtures/adopted-tables), with a user that may read and write their rows and nothing else. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createTestDatabase } from './postgres.ts';
import { PROJECT } from './the-service.ts';

export const ADOPTED_TABLES = ['quoted-capitals', 'integer-ids', 'uuid-ids', 'padded-codes', 'text-keys'] as const;

export type AdoptedName = (typeof ADOPTED_TABLES)[number];

export interface AdoptedTables {
  /** Of the user that may do so little. */
  readonly url: string;
  readonly mappingPath: string;
  /** Runs SQL as an administrator. */
  query(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** A text that differs where anything but rows does. */
  shape(): Promise<string>;
  drop(): Promise<void>;
}

export function adoptedFile(name: AdoptedName, file: 'tables.sql' | 'rows.sql' | 'mapping.json'): string {
  return join(PROJECT, 'test/fixtures/adopted-tables', name, file);
}

export async function openAdoptedTables(name: AdoptedName): Promise<AdoptedTables> {
  const database = await createTestDatabase();
  await database.query(readFileSync(adoptedFile(name, 'tables.sql'), 'utf8'));
  await database.query(readFileSync(adoptedFile(name, 'rows.sql'), 'utf8'));
  const user = `user_of_${database.name}`;
  await database.query(`create role ${user} login password 'x'; ${await grantsTo(user, database)}`);
  return {
    url: Object.assign(new URL(database.url), { username: user, password: 'x' }).href,
    mappingPath: adoptedFile(name, 'mapping.json'),
    query: (sql, values) => database.query(sql, values),
    shape: async () => JSON.stringify(await database.query(SHAPE)),
    async drop() {
      await database.query(`drop owned by ${user}`);
      await database.drop();
      const admin = await createTestDatabase();
      await admin.query(`drop role ${user}`);
      await admin.drop();
    },
  };
}

async function grantsTo(user: string, database: Pick<AdoptedTables, 'query'>): Promise<string> {
  const [row] = await database.query(
    `select string_agg(distinct format(
       'grant usage on schema %1$I to ${user}; grant select, insert, update on all tables in schema %1$I to ${user};
        grant usage on all sequences in schema %1$I to ${user};', schemaname), '') as grants
     from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  return String(row?.['grants']);
}

const SHAPE = `
select c.oid::regclass::text, c.relkind, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)
from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_attribute a on a.attrelid = c.oid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' order by c.oid, a.attnum`;
