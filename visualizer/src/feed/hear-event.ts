/** What an event of a task changes in what is known of it. */

import { batch } from '@preact/signals';

import type { Step, Task } from '../api/answers.ts';
import type { Move, RunBegin } from '../history/move.ts';
import type { TaskFeed } from './task-feed.ts';

/** Events that this page does not know are left alone: a newer service may tell more. */
export function hear(feed: TaskFeed, name: string, data: unknown): void {
  batch(() => {
    feed.fault.value = null;
    if (name === 'snapshot') hearSnapshot(feed, data as Snapshot);
    if (name === 'task') feed.task.value = data as Task;
    if (name === 'step') hearStep(feed, data as Step);
    if (name === 'transition') hearMove(feed, data as Move);
    if (name === 'end') feed.run.value = { ...feed.run.peek(), end: (data as { end?: string }).end ?? 'succeeded' };
  });
}

interface Snapshot {
  readonly task: Task;
  readonly steps: readonly Step[];
  readonly run?: RunBegin | null;
}

function hearSnapshot(feed: TaskFeed, { task, steps }: Snapshot): void {
  feed.task.value = task;
  feed.steps.value = steps;
}

function hearStep(feed: TaskFeed, step: Step): void {
  feed.steps.value = (feed.steps.peek() ?? []).map((known) => (known.stepNo === step.stepNo ? step : known));
}

function hearMove(feed: TaskFeed, move: Move): void {
  const known = feed.run.peek();
  feed.run.value = { ...known, moves: [...known.moves, move] };
}
