/** Creates the two tables where both are absent; nothing that exists is ever changed. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { MikroORM } from '@mikro-orm/postgresql';

import { PROJECT } from '../platform/project-files.ts';
import { runStatement } from './database.ts';
import { findTable } from './found-table.ts';
import type { TableNames } from './table-names.ts';

const TABLES = join(PROJECT, 'src/persistence/tables.sql');

/** Two starts may race: the second one waits for the first and then finds the tables. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('tms_init:create-tables', 0))`;

/** Whether they were created by this call. Where only one is there the check of the tables has to say so. */
export async function createAbsentTables(orm: MikroORM, { task, step }: TableNames): Promise<boolean> {
  const tables = await readFile(TABLES, 'utf8');
  return orm.em.fork().transactional(async (em) => {
    await runStatement(em, LOCK);
    const found = [await findTable(em, task.table), await findTable(em, step.table)];
    if (found.some(({ exists }) => exists)) return false;
    await runStatement(em, tables);
    return true;
  });
}
