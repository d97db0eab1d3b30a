/** Which tenant a step is for, and a connection to the database of all tenants. */

import { readFile } from 'node:fs/promises';
import process from 'node:process';

import { Client } from 'pg';

export interface Tenant {
  /** Such as `acme`. */
  readonly name: string;
  /** The name of its schema, quoted for SQL. */
  readonly schema: string;
  readonly client: Client;
}

/** Letters, digits and _, so that a schema of this name needs no thought anywhere. */
const TASK_ID = /^tenant-(?<name>[a-z][a-z0-9_]{0,40})$/;

/**
 * All changes are made as a whole or not at all: a step that was interrupted has changed nothing. Where it fails, the last
 * line that is written says why, for that line becomes a part of the message of the step.
 */
export async function forTenant(act: (tenant: Tenant) => Promise<string>): Promise<void> {
  try {
    console.log(await inTransaction(nameOf(process.env['TASK_ID'] ?? ''), act));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

async function inTransaction(name: string, act: (tenant: Tenant) => Promise<string>): Promise<string> {
  const client = new Client({ connectionString: await readUrl(), connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('begin');
    // Whoever else sets up this tenant, by whatever way, waits until this step is done.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`tenant ${name}`]);
    const done = await act({ name, schema: client.escapeIdentifier(`tenant_${name}`), client });
    await client.query('commit');
    return done;
  } finally {
    await client.end();
  }
}

function nameOf(taskId: string): string {
  const name = TASK_ID.exec(taskId)?.groups?.['name'];
  if (name === undefined) throw new Error(`the id of the task must be tenant-<name>, not ${JSON.stringify(taskId)}`);
  return name;
}

/** From a file, because a script's environment can be read by whoever runs as the same user. */
async function readUrl(): Promise<string> {
  const path = process.env['TENANTS_DATABASE_FILE'] ?? '';
  return (await readFile(path, 'utf8')).trim();
}
