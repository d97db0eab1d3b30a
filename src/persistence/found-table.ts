/** What the database has of a table, and what this user may do with it. */

import type { SqlEntityManager } from '@mikro-orm/postgresql';

import type { ColumnKind, ColumnType } from './column-type.ts';
import { runStatement } from './database.ts';
import { codeOf } from './unavailable.ts';

export interface FoundTable {
  /** Whether there is such a table, whatever this user may do with it. */
  readonly exists: boolean;
  /** Whether it lies in a schema that this user may not use. */
  readonly isShut: boolean;
  readonly isView: boolean;
  /** Schema and name as the catalog has them. */
  readonly schema: string;
  readonly name: string;
  /** About so many; -1: the database has not counted yet. */
  readonly rows: number;
  /** Of SELECT, INSERT and UPDATE, those this user does not have. */
  readonly missingPrivileges: readonly string[];
  /** The sequences that number its rows and that this user may not use; a column that is an identity needs no such right. */
  readonly closedSequences: readonly string[];
  /** By their names. */
  readonly columns: ReadonlyMap<string, FoundColumn>;
  /** Those that hold for all rows. */
  readonly indexes: readonly FoundIndex[];
}

export interface FoundColumn extends ColumnType {
  /** As people write it, such as `character varying(64)`. */
  readonly typeName: string;
  readonly isNullable: boolean;
  /** Whether an insertion may leave it out. */
  readonly hasDefault: boolean;
  /** Whether its value is always computed. */
  readonly isComputed: boolean;
  /** Whether two texts are the same only where their characters are. */
  readonly isExact: boolean;
}

export interface FoundIndex {
  /** In their order; null for an expression. */
  readonly columns: readonly (string | null)[];
  readonly isUnique: boolean;
  /** What its first key is, as the database writes it, where prefixes can be looked up by it; else null. */
  readonly prefixKey: string | null;
}

/** @param table its name as it stands in SQL, quoted where it must be. */
export async function findTable(em: SqlEntityManager, table: string): Promise<FoundTable> {
  try {
    const [found] = await runStatement<Found>(em, STATEMENT, [table]);
    if (!found) throw new Error('the database gave no answer about a table');
    return {
      ...found,
      isShut: false,
      columns: new Map(found.columns.map((column) => [column.name, columnOf(column)])),
    };
  } catch (error) {
    if (error instanceof Error && codeOf(error) === INSUFFICIENT_PRIVILEGE) return SHUT;
    throw error;
  }
}

/** A name with a schema cannot even be looked up without the right to use that schema. */
const INSUFFICIENT_PRIVILEGE = '42501';

const NOTHING = { rows: -1, missingPrivileges: [], closedSequences: [], columns: new Map(), indexes: [] };

const SHUT: FoundTable = { exists: false, isShut: true, isView: false, schema: '', name: '', ...NOTHING };

/**
 * The catalog instead of information_schema.columns, which hides what the user may not see. A `case`, because else the order
 * of the conditions is not fixed, and a privilege can only be asked for on what is a sequence. A domain counts as what it is
 * made of.
 */
const STATEMENT = `
select asked.oid is not null as "exists", coalesce(c.relkind not in ('r', 'p'), false) as "isView",
  coalesce(n.nspname, '')::text as "schema", coalesce(c.relname, '')::text as "name", coalesce(c.reltuples, -1)::float8 as "rows",
  array(select p from unnest(array['SELECT', 'INSERT', 'UPDATE']) p
        where not has_table_privilege(asked.oid, p)) as "missingPrivileges",
  array(select s.relname::text
        from pg_attrdef a
          join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.objid = a.oid
          join pg_class s on d.refclassid = 'pg_class'::regclass and s.oid = d.refobjid
        where a.adrelid = asked.oid
          and case s.relkind when 'S' then not has_sequence_privilege(s.oid, 'USAGE, UPDATE') end) as "closedSequences",
  coalesce((select json_agg(json_build_object(
      'name', a.attname, 'base', b.typname, 'isEnumeration', b.typtype = 'e',
      'enumeration', format('%I.%I', bn.nspname, b.typname),
      'typeName', format_type(b.oid, coalesce(nullif(t.typtypmod, -1), a.atttypmod)),
      'length', case when b.typname in ('varchar', 'bpchar') then nullif(coalesce(nullif(t.typtypmod, -1), a.atttypmod), -1) - 4 end,
      'labels', array(select enumlabel from pg_enum where enumtypid = b.oid order by enumsortorder),
      'isNullable', not (a.attnotnull or t.typnotnull),
      'hasDefault', a.atthasdef or a.attidentity <> '' or t.typdefault is not null,
      'isComputed', a.attgenerated <> '',
      'isExact', coalesce(l.collisdeterministic, true)) order by a.attnum)
    from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      join pg_type b on b.oid = case t.typtype when 'd' then t.typbasetype else t.oid end
      join pg_namespace bn on bn.oid = b.typnamespace
      left join pg_collation l on l.oid = a.attcollation
    where a.attrelid = asked.oid and a.attnum > 0 and not a.attisdropped), '[]') as "columns",
  coalesce((select json_agg(json_build_object('isUnique', i.indisunique,
      'prefixKey', case when o.opcname ~ '_pattern_ops$' or l.collname in ('C', 'POSIX')
        then pg_get_indexdef(i.indexrelid, 1, false) end,
      'columns',
      array(select a.attname from unnest(i.indkey[0:i.indnkeyatts - 1]) with ordinality k (attnum, place)
            left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum order by k.place)))
    from pg_index i join pg_opclass o on o.oid = i.indclass[0] left join pg_collation l on l.oid = i.indcollation[0]
    where i.indrelid = asked.oid and i.indisvalid and i.indpred is null), '[]') as "indexes"
from (select to_regclass($1)::oid as oid) asked
  left join pg_class c on c.oid = asked.oid left join pg_namespace n on n.oid = c.relnamespace`;

interface Found extends Omit<FoundTable, 'columns' | 'isShut'> {
  readonly columns: readonly CatalogColumn[];
}

interface CatalogColumn extends Omit<FoundColumn, 'kind' | 'sql'> {
  readonly name: string;
  /** The name of its type in the catalog, or of the type that its domain is made of. */
  readonly base: string;
  readonly isEnumeration: boolean;
  /** That type with its schema, quoted. */
  readonly enumeration: string;
}

function columnOf({ base, isEnumeration, enumeration, ...column }: CatalogColumn): FoundColumn {
  const known = isEnumeration ? ({ kind: 'enumeration', sql: enumeration } as const) : KINDS[base];
  return { ...column, ...(known ?? { kind: 'other', sql: 'text' }) };
}

const KINDS: Readonly<Record<string, { readonly kind: ColumnKind; readonly sql: string }>> = {
  text: { kind: 'text', sql: 'text' },
  varchar: { kind: 'text', sql: 'text' },
  bpchar: { kind: 'padded', sql: 'bpchar' },
  int2: { kind: 'integer', sql: 'smallint' },
  int4: { kind: 'integer', sql: 'integer' },
  int8: { kind: 'integer', sql: 'bigint' },
  uuid: { kind: 'uuid', sql: 'uuid' },
  timestamptz: { kind: 'time', sql: 'timestamptz' },
  timestamp: { kind: 'local-time', sql: 'timestamp' },
};
