/** Reads a task with the counts of its steps, however many they are. */

import { canHold } from './column-type.ts';
import type { Database } from './database.ts';
import type { TaskSummary } from './persistence.ts';
import { type SummaryRow, summaryStatement, toSummary } from './summary-row.ts';

export async function readSummary({ run, names }: Database, taskId: string): Promise<TaskSummary | null> {
  if (!canHold(names.task.types.taskId, taskId)) return null;
  const sql = `${summaryStatement(names)} where t.${names.task.columns.taskId} = $1`;
  const [row] = await run<SummaryRow>(sql, [taskId]);
  return row ? toSummary(row) : null;
}
