/** The tables that a database has, as far as one has to know them to guess which are meant. */

import type { SqlEntityManager } from '@mikro-orm/postgresql';

import type { ColumnKind } from '../column-type.ts';
import { runStatement } from '../database.ts';
import { findTable } from '../found-table.ts';

export interface CatalogTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly CatalogColumn[];
  readonly references: readonly Reference[];
}

export interface CatalogColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Whether it alone is different in every row. */
  readonly isUnique: boolean;
}

/** A foreign key of one column. */
export interface Reference {
  readonly column: string;
  readonly schema: string;
  readonly table: string;
  readonly target: string;
}

/** Each takes a question of its own; more than these are not looked through. */
const MOST_TABLES = 500;

/** Those that have a column for a status: without one no table is meant. */
export async function readCatalog(em: SqlEntityManager): Promise<readonly CatalogTable[]> {
  const tables = await runStatement<Candidate>(em, CANDIDATES, [MOST_TABLES]);
  const catalog: CatalogTable[] = [];
  for (const { schema, name, sql, references } of tables) {
    const { columns, indexes } = await findTable(em, sql);
    const isUnique = (column: string) =>
      indexes.some((index) => index.isUnique && index.columns.length === 1 && index.columns[0] === column);
    const known = [...columns].map(([column, { kind }]) => ({ name: column, kind, isUnique: isUnique(column) }));
    catalog.push({ schema, name, references, columns: known });
  }
  return catalog;
}

interface Candidate extends Omit<CatalogTable, 'columns'> {
  readonly sql: string;
}

const CANDIDATES = `
select n.nspname::text as "schema", c.relname::text as "name", format('%I.%I', n.nspname, c.relname) as "sql",
  coalesce((select json_agg(json_build_object('column', a.attname, 'schema', tn.nspname, 'table', t.relname, 'target', ta.attname))
    from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
      join pg_attribute ta on ta.attrelid = k.confrelid and ta.attnum = k.confkey[1]
    where k.conrelid = c.oid and k.contype = 'f' and cardinality(k.conkey) = 1), '[]') as "references"
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and has_schema_privilege(n.oid, 'USAGE')
  and exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and a.attname ~* 'stat(e|us)|phase|zustand')
order by 1, 2 limit $1`;
