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
  const statement = `create index concurrently on ${table} (${wanted.join(', ')});`;
  return [{ table: plainName(table), columns, reason, statement }];
}

function beginsWith(columns: readonly (string | null)[], wanted: readonly string[]): boolean {
  return wanted.every((column, place) => columns[place] === column);
}
