/** The counts of the steps of a task whose rows are known. */

import type { StoredRows } from '../../domain/rows.ts';
import { countSuccess } from '../../domain/snapshot.ts';
import type { TaskSummary } from '../../persistence/persistence.ts';

export function summaryOf({ task, steps }: StoredRows): TaskSummary {
  return { task, totalSteps: steps.length, successSteps: countSuccess(steps) };
}
