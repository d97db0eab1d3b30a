/** What an interrupted run left is settled without another run: its steps and the task become FAILED. */

import type { TaskRows } from '../rows.ts';
import { applyUnit, type Unit } from '../unit.ts';
import { endTime } from '../end-time.ts';
import { describeStopBetweenSteps } from './end-run.ts';
import { type Interruptions, resetSteps } from './reset-residue.ts';

export function settleResidue(rows: TaskRows, interruptions: Interruptions, at: string): Unit {
  const { task } = rows;
  const alone: Unit = { taskId: task.taskId, at, steps: resetSteps(rows, interruptions, at), task: null };
  const message = describeStopBetweenSteps(applyUnit(rows, alone), { cause: 'settle', at });
  const to = { status: 'FAILED', message, startedAt: task.startedAt, finishedAt: endTime(task, at) } as const;
  return { ...alone, task: { from: task.status, to } };
}
