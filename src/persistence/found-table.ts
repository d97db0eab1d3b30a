/** What the database has of the two tables, and what this user may do with them. */

import type { SqlEntityManager } from '@mikro-orm/postgresql';

import { runStatement } from './database.ts';

export interface FoundTable {
  /** Whether there is such a table, whatever this user may do with it. */
  readonly exists: boolean;
  /** Of SELECT, INSERT and UPDATE, those this user does not have. */
  readonly missingPrivileges: readonly string[];
  /** The sequences that number its rows and that this user may not use; a column that is an identity needs no such right. */
  readonly closedSequences: readonly string[];
  /** The most characters each column may have, by its name; null: no limit. */
  readonly columns: ReadonlyMap<string, number | null>;
}

/**
 * The catalog instead of information_schema.columns, which hides what the user may not see. A `case`, because else the order
 * of the conditions is not fixed, and a privilege can only be asked for on what is a sequence.
 */
const STATEMENT = `
select to_regclass($1) is not null as "exists",
  array(select p from unnest(array['SELECT', 'INSERT', 'UPDATE']) p
        where not has_table_privilege(to_regclass($1), p)) as "missingPrivileges",
  array(select s.relname::text
        from pg_attrdef a
          join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.objid = a.oid
          join pg_class s on d.refclassid = 'pg_class'::regclass and s.oid = d.refobjid
        where a.adrelid = to_regclass($1)
          and case s.relkind when 'S' then not has_sequence_privilege(s.oid, 'USAGE, UPDATE') end) as "closedSequences",
  (select json_object_agg(attname, case when atttypid in ('varchar'::regtype, 'bpchar'::regtype) and atttypmod > 4
                                        then atttypmod - 4 end)
   from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped) as "columns"`;

/** @param table its name as it stands in SQL, quoted where it must be. */
export async function findTable(em: SqlEntityManager, table: string): Promise<FoundTable> {
  const [found] = await runStatement<Found>(em, STATEMENT, [table]);
  if (!found) throw new Error('the database gave no answer about a table');
  const { exists, missingPrivileges, closedSequences } = found;
  return { exists, missingPrivileges, closedSequences, columns: new Map(Object.entries(found.columns ?? {})) };
}

interface Found {
  readonly exists: boolean;
  readonly missingPrivileges: readonly string[];
  readonly closedSequences: readonly string[];
  readonly columns: Readonly<Record<string, number | null>> | null;
}
