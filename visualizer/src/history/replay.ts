/** A run as it was after some of its moves. */

import type { Step, Task } from '../api/answers.ts';
import type { Move, RunHistory } from './move.ts';

export interface Past {
  readonly task: Task;
  readonly steps: readonly Step[];
}

/** The task and its steps after the first `count` moves: only what the run stored is made undone. */
export function replay({ task, steps }: Past, { begin, moves, end }: RunHistory, count: number): Past {
  const stored = moves.slice(0, count).filter(hasStored);
  const told = new Map<number, readonly Told[]>();
  for (const { at, stored: changes } of stored) {
    for (const { stepNo, status } of changes.steps) told.set(stepNo, [...(told.get(stepNo) ?? []), { at, status }]);
  }
  const touched = new Set(moves.filter(hasStored).flatMap(({ stored: changes }) => changes.steps.map(numberOf)));
  const past = steps.map((step) => {
    const ofStep = told.get(step.stepNo);
    if (ofStep) return stepAfter(step, ofStep);
    return touched.has(step.stepNo) ? beforeRun(step) : stepOutside(step, begin?.firstStep ?? null);
  });
  const lastTask = stored.findLast(({ stored: changes }) => changes.task !== null)?.stored.task;
  const isOver = end !== null && count >= moves.length;
  return {
    task: {
      ...task,
      status: lastTask ?? 'RUNNING',
      active: !isOver,
      finishedAt: isOver ? task.finishedAt : null,
      successSteps: past.filter(({ status }) => status === 'SUCCESS').length,
      message: lastTask === 'FAILED' ? task.message : null,
    },
    steps: past,
  };
}

interface Told {
  readonly at: string;
  readonly status: string;
}

type Storing = Move & { readonly stored: NonNullable<Move['stored']> };

function hasStored(move: Move): move is Storing {
  return move.stored !== null;
}

function numberOf({ stepNo }: { readonly stepNo: number }): number {
  return stepNo;
}

function stepAfter(step: Step, told: readonly Told[]): Step {
  const last = told.at(-1);
  const started = told.findLast(({ status }) => status === 'RUNNING');
  const isRunning = last?.status === 'RUNNING';
  return {
    ...step,
    status: last?.status ?? step.status,
    startedAt: started?.at ?? step.startedAt,
    finishedAt: isRunning ? null : (last?.at ?? null),
    exitCode: isRunning ? null : step.exitCode,
    message: isRunning ? null : step.message,
  };
}

/** A step that this run has not come to yet: its first attempt is still ahead, or one of an earlier run failed. */
function beforeRun(step: Step): Step {
  const status = step.attempts > 1 ? 'FAILED' : 'PENDING';
  return { ...step, status, startedAt: null, finishedAt: null, exitCode: null, message: null };
}

/** A step that this run never touched. */
function stepOutside(step: Step, firstStep: number | null): Step {
  const isEarlier = firstStep === null || step.stepNo < firstStep;
  return isEarlier ? step : beforeRun({ ...step, attempts: 0 });
}
