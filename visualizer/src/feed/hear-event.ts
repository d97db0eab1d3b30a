/** What an event of a task changes in what is known of it. */

import { batch } from '@preact/signals';

import type { Step, Task } from '../api/answers.ts';
import type { Move, RunBegin } from '../history/move.ts';
import type { TaskFeed } from './task-feed.ts';

export interface FeedEvent {
  readonly name: string;
  readonly data: unknown;
}

/** All of them at once, as far as those see it who watch the feed. */
export function hear(feed: TaskFeed, events: readonly FeedEvent[]): void {
  batch(() => {
    feed.fault.value = null;
    for (const event of events) hearOne(feed, event);
  });
}

/** Events that this page does not know are left alone: a newer service may tell more. */
function hearOne(feed: TaskFeed, { name, data }: FeedEvent): void {
  if (name === 'snapshot') hearSnapshot(feed, data as Snapshot);
  if (name === 'task') feed.task.value = (data as { readonly task: Task }).task;
  if (name === 'step') hearStep(feed, (data as { readonly step: Step }).step);
  if (name === 'transition') hearMove(feed, data as Taken);
  if (name === 'end') hearEnd(feed, data as Ended);
}

interface Snapshot {
  readonly run: RunBegin | null;
  readonly task: Task;
  readonly steps: readonly Step[];
}

/** What was heard of a run before may have a gap now; its journal has everything. */
function hearSnapshot(feed: TaskFeed, { run, task, steps }: Snapshot): void {
  feed.task.value = task;
  feed.steps.value = steps;
  feed.snapshots.value += 1;
  if (run) feed.run.value = { run: run.run, begin: run, moves: [], end: null };
}

function hearStep(feed: TaskFeed, step: Step): void {
  feed.steps.value = (feed.steps.peek() ?? []).map((known) => (known.stepNo === step.stepNo ? step : known));
}

interface Taken {
  readonly run: string;
  readonly transition: Move;
}

function hearMove(feed: TaskFeed, { run, transition }: Taken): void {
  const known = feed.run.peek();
  const before = known.run === run ? known : { run, begin: null, moves: [], end: null };
  feed.run.value = { ...before, moves: [...before.moves, transition] };
}

interface Ended {
  readonly run: string | null;
  readonly end: string;
  /** Left out where the task is no longer there. */
  readonly task?: Task;
}

function hearEnd(feed: TaskFeed, { run, end, task }: Ended): void {
  if (task) feed.task.value = task;
  const known = feed.run.peek();
  if (known.run === run) feed.run.value = { ...known, end };
}
