/** What is answered to whoever asks for a run of a task that another instance has. */

import { setTimeout as pause } from 'node:timers/promises';

import { taskNotFound } from '../domain/refusal.ts';
import { snapshotOf } from '../domain/snapshot.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { ELSEWHERE_PAUSE_MS } from './patience.ts';
import type { PatientWish } from './run-input.ts';
import { heldElsewhere, stillEnding } from './run-refusals.ts';
import type { ExecuteAnswer } from './runs.ts';

/** Null where the other instance's run is over, or about to be. Throws a Refusal. */
export async function joinElsewhere(
  { readTask, claims }: Pick<Persistence, 'readTask' | 'claims'>,
  taskId: string,
  { deadline, fromStep }: PatientWish,
): Promise<ExecuteAnswer | null> {
  const state = await claims.askHolder(taskId, { ask: 'join' });
  // Of a silent one the rows have to be believed.
  if (state === 'running' || state === 'silent') {
    const rows = await readTask(taskId);
    if (rows === null) throw taskNotFound(taskId);
    if (rows.task.status === 'RUNNING' && fromStep !== undefined) throw heldElsewhere(taskId);
    if (rows.task.status === 'RUNNING') return { state: 'running', snapshot: snapshotOf(rows) };
  }
  if (performance.now() > deadline) throw stillEnding(taskId);
  await pause(ELSEWHERE_PAUSE_MS);
  return null;
}
