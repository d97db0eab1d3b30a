/** Reads a task with the counts of its steps, however many they are. */

import type { Database } from './database.ts';
import type { TaskSummary } from './persistence.ts';
import { type SummaryRow, summaryStatement, toSummary } from './summary-row.ts';

export async function readSummary({ run, names }: Database, taskId: string): Promise<TaskSummary | null> {
  // No text with NUL is in any column, but as a parameter it is an error.
  if (taskId.includes('\0')) return null;
  const sql = `${summaryStatement(names)} where t.${names.task.columns.taskId} = $1`;
  const [row] = await run<SummaryRow>(sql, [taskId]);
  return row ? toSummary(row) : null;
}
