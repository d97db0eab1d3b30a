/** SQL for the values of columns, whatever their types in an adopted table are, and for columns that are not there. */

import type { AnyTable } from './table-names.ts';

/** What to select of a column of ids, statuses or text. */
export function textOf<Column extends string>(table: AnyTable<Column>, alias: string, column: Column): string {
  const name = table.columns[column];
  if (name === null) return 'null::text';
  return table.types[column].kind === 'text' ? `${alias}.${name}` : `${alias}.${name}::text`;
}

/**
 * A condition on the text of a column, spelled exactly whatever its collation.
 * @param pattern the parameter with the pattern of `like`
 */
export function beginsWith<Column extends string>(
  table: AnyTable<Column>,
  alias: string,
  column: Column,
  pattern: string,
): string {
  const condition = `${textOf(table, alias, column)} like (${pattern}::text collate "C")`;
  if (table.types[column].kind !== 'padded') return condition;
  // An index knows of the padded value only, and the text has no blanks at its end.
  return `(${alias}.${table.columns[column]} like (${pattern}::text collate "C") and ${condition})`;
}

/** Of a column of numbers, as far as the service knows any: one beyond is -1, which no row of ours has. */
export function numberOf<Column extends string>(table: AnyTable<Column>, alias: string, column: Column): string {
  const value = `${alias}.${table.columns[column] ?? 'null'}`;
  if (table.types[column].sql !== 'bigint') return value;
  return `case when ${value} is null or ${value} between -2147483648 and 2147483647 then ${value}::int else -1 end`;
}

/** Of a column of times, always with their time zone. */
export function timeOf<Column extends string>(table: AnyTable<Column>, alias: string, column: Column): string {
  const name = table.columns[column];
  if (name === null) return 'null::timestamptz';
  if (table.types[column].kind !== 'local-time') return `${alias}.${name}`;
  return `(${alias}.${name} at time zone '${table.timeZone}')`;
}

/** `column = value, …` of an update. Each value that has a column goes through `write`, which gives its SQL. */
export function assignments<Column extends string, Value>(
  table: AnyTable<Column>,
  values: Readonly<Partial<Record<Column, Value>>>,
  write: (value: Value) => string,
): string {
  return written(table, values, write)
    .map(({ name, sql }) => `${name} = ${sql}`)
    .join(', ');
}

export interface Insertion {
  readonly columns: string;
  readonly values: string;
}

/** The two lists of an insert, in the same order. */
export function insertion<Column extends string, Value>(
  table: AnyTable<Column>,
  values: Readonly<Partial<Record<Column, Value>>>,
  write: (value: Value) => string,
): Insertion {
  const all = written(table, values, write);
  return { columns: all.map(({ name }) => name).join(', '), values: all.map(({ sql }) => sql).join(', ') };
}

function written<Column extends string, Value>(
  table: AnyTable<Column>,
  values: Readonly<Partial<Record<Column, Value>>>,
  write: (value: Value) => string,
) {
  const given = Object.entries(values) as [Column, Value][];
  return given.flatMap(([column, value]) => {
    const name = table.columns[column];
    if (name === null) return [];
    const sql = write(value);
    const isLocal = table.types[column].kind === 'local-time';
    return [{ name, sql: isLocal ? `(${sql}::timestamptz at time zone '${table.timeZone}')` : sql }];
  });
}
