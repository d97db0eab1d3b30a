/** What is known of a task that is watched. */

import type { Step, Task } from '../api/answers.ts';
import type { TaskEvent } from './task-event.ts';

export interface Watched {
  task: Task | null;
  /** By their number, in its order. */
  readonly steps: Map<number, Step>;
  /** As they were before the run; null: not known yet. */
  before: readonly Step[] | null;
  /** When the run was asked for; null where that is not known. */
  startedAt: string | null;
  /** By how much the clock of the service is behind this one, as far as it was seen. */
  clockMs: number;
}

/** @param before the steps as they were before the run; null: as the first snapshot has them. */
export function beginWatched(before: readonly Step[] | null): Watched {
  return { task: null, steps: new Map(), before, startedAt: null, clockMs: 0 };
}

export function hear(watched: Watched, event: TaskEvent): void {
  switch (event.name) {
    case 'snapshot': {
      const { task, steps, run } = event.data;
      watched.task = task;
      watched.steps.clear();
      for (const step of steps) watched.steps.set(step.stepNo, step);
      watched.before ??= steps;
      watched.startedAt = run?.startedAt ?? watched.startedAt;
      break;
    }
    case 'step':
      hearStep(watched, event.data.step);
      break;
    case 'task':
      watched.task = event.data.task;
      break;
    case 'end':
      watched.task = event.data.task ?? watched.task;
      break;
    case 'other':
      break;
  }
}

function hearStep(watched: Watched, step: Step): void {
  watched.steps.set(step.stepNo, step);
  // It is told as it starts, so its start and now are about the same.
  if (step.status === 'RUNNING' && step.startedAt !== null) watched.clockMs = Date.now() - Date.parse(step.startedAt);
}
