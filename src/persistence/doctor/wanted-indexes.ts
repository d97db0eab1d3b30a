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
  const { columns: t, types } = task;
  const { columns: s } = step;
  // Ids that are no text can be looked for by what they begin with, but not through an index.
  const searched = (['taskId', 'name'] as const)
    .filter((column) => types[column].kind === 'text')
    .map((column) => t[column]);
  const prefixes = searched.map((column) => ({ columns: [column, t.id], reason: PREFIX_REASON, isOfPrefixes: true }));
  return [
    ...missing(task.table, found.task, { columns: [t.status, t.id], reason: STATUS_REASON }),
    ...prefixes.flatMap((wanted) => missing(task.table, found.task, wanted)),
    ...missing(step.table, found.step, { columns: [s.taskId, s.stepNo], reason: STEPS_REASON }),
  ];
}

const STATUS_REASON = 'lists of tasks by their status, and residue at a start';
const PREFIX_REASON = 'lists of tasks by what their id or name begins with';
const STEPS_REASON = 'the steps of a task: asked for by every read and every step';

interface Wanted {
  /** By their names in SQL. */
  readonly columns: readonly string[];
  readonly reason: string;
  readonly isOfPrefixes?: boolean;
}

function missing(table: string, found: FoundTable, { columns, reason, isOfPrefixes = false }: Wanted): WantedIndex[] {
  const names = columns.map(plainName);
  const areThere = names.every((name) => found.columns.has(name));
  const isHere = found.indexes.some(
    (index) =>
      (index.isOfPrefixes || !isOfPrefixes) && beginsWith(index.columns, isOfPrefixes ? names.slice(0, 1) : names),
  );
  if (!areThere || isHere) return [];
  const [first = '', ...further] = [...new Set(columns)];
  const list = [isOfPrefixes ? `${first} text_pattern_ops` : first, ...further].join(', ');
  return [
    { table: plainName(table), columns: names, reason, statement: `create index concurrently on ${table} (${list});` },
  ];
}

function beginsWith(columns: readonly (string | null)[], wanted: readonly string[]): boolean {
  return wanted.every((column, place) => columns[place] === column);
}
