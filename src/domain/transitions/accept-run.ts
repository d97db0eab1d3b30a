/** A run is accepted: the task becomes RUNNING. Its first start is kept, what the last run left is cleared. */

import type { TaskRows } from '../rows.ts';
import type { Unit } from '../unit.ts';
import { type FromStep, setBack } from './set-back.ts';

/** @param fromStep where it is to begin, whatever is SUCCESS; null where that is the first step that is not */
export function acceptRun({ task, steps }: TaskRows, at: string, fromStep: FromStep | null = null): Unit {
  const to = { status: 'RUNNING', message: null, startedAt: task.startedAt ?? at, finishedAt: null } as const;
  const accepted = { taskId: task.taskId, at, steps: [], task: { from: task.status, to } } as const;
  if (fromStep === null) return accepted;
  return { ...accepted, steps: setBack(steps, fromStep), setBackFrom: fromStep.stepNo };
}
