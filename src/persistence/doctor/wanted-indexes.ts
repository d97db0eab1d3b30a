/** The indexes without which the service works, but slowly where there are many tasks, and how a DBA makes them. */

import type { FoundTables } from '../check-tables.ts';
import type { FoundTable } from '../found-table.ts';
import { plainName } from '../plain-name.ts';
import type { TableNames } from '../table-names.ts';

export interface WantedIndex {
  readonly table: string;
  readonly columns: readonly string[];
  readonly reason: string;
  /** For whoever may change the tables: the service never does. */
  readonly statement: string;
}

export function missingIndexes({ task, step }: TableNames, found: FoundTables): readonly WantedIndex[] {
  const { columns: t } = task;
  const { columns: s } = step;
  return [
    ...missingIndex(task.table, found.task, [t.status, t.id], 'lists of tasks by their status, and residue at a start'),
    ...missingPrefixIndex(task.table, found.task, [t.taskId, t.id], 'searches for what the id of a task begins with'),
    ...missingPrefixIndex(task.table, found.task, [t.name, t.id], 'searches for what the name of a task begins with'),
    ...missingIndex(
      step.table,
      found.step,
      [s.taskId, s.stepNo],
      'the steps of a task: asked for by every read and every step',
    ),
  ];
}

function missingIndex(table: string, found: FoundTable, wanted: readonly string[], reason: string): WantedIndex[] {
  const columns = wanted.map(plainName);
  const areThere = columns.every((column) => found.columns.has(column));
  if (!areThere || found.indexes.some((index) => beginsWith(index.columns, columns))) return [];
  return [wantedIndex(table, columns, wanted, reason)];
}

function beginsWith(columns: readonly (string | null)[], wanted: readonly string[]): boolean {
  return wanted.every((column, place) => columns[place] === column);
}

/** One that has its texts in the order of their characters, whatever the collation; with the id the table need not be read. */
function missingPrefixIndex(
  table: string,
  found: FoundTable,
  [searched, id]: readonly [string, string],
  reason: string,
): WantedIndex[] {
  const [column, idColumn] = [plainName(searched), plainName(id)];
  const is = found.columns.get(column);
  if (!is || !found.columns.has(idColumn)) return [];
  const { kind, isExact } = is;
  const isText = kind === 'text' || kind === 'padded';
  // The database quotes names only where it must.
  const keys = new Set([searched, column].map((name) => (isText ? name : `((${name})::text)`)));
  if (found.indexes.some(({ prefixKey }) => prefixKey !== null && keys.has(prefixKey))) return [];
  // An operator class of patterns has no room for a collation that takes different texts for the same.
  const family = `${isExact ? '' : 'collate "C" '}${kind === 'padded' ? 'bpchar_pattern_ops' : 'text_pattern_ops'}`;
  const first = `${isText ? searched : `(${searched}::text)`} ${family}`;
  if (isText && column === idColumn) return [wantedIndex(table, [column], [first], reason)];
  return [wantedIndex(table, [column, idColumn], [first, id], reason)];
}

function wantedIndex(table: string, columns: readonly string[], keys: readonly string[], reason: string): WantedIndex {
  const statement = `create index concurrently on ${table} (${keys.join(', ')});`;
  return { table: plainName(table), columns, reason, statement };
}
