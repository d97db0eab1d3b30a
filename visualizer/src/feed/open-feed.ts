/** All that is known of a task while it is shown: told by its events, or asked for again and again where there are none. */

import { signal } from '@preact/signals';

import type { Step, Task } from '../api/answers.ts';
import { taskPath } from '../api/paths.ts';
import type { Fault } from '../api/problem.ts';
import { watch } from '../api/watch.ts';
import type { RunHistory } from '../history/move.ts';
import { gather } from '../ui/gather.ts';
import { followEvents } from './follow-events.ts';
import { type FeedEvent, hear } from './hear-event.ts';
import type { TaskFeed } from './task-feed.ts';

const NO_RUN: RunHistory = { run: null, begin: null, moves: [], end: null };

/** Fed until the signal is aborted. */
export function openFeed(taskId: string, closed: AbortSignal): TaskFeed {
  const feed: TaskFeed = {
    task: signal(null),
    steps: signal(null),
    fault: signal(null),
    run: signal(NO_RUN),
    snapshots: signal(0),
    source: signal('stream'),
  };
  void feedByEvents(taskId, feed, closed);
  return feed;
}

async function feedByEvents(taskId: string, feed: TaskFeed, closed: AbortSignal): Promise<void> {
  const onFault = (fault: Fault) => (feed.fault.value = fault);
  const tell = gather<FeedEvent>((events) => hear(feed, events));
  const onEvent = (name: string, data: unknown) => tell({ name, data });
  const end = await followEvents({ path: `${taskPath(taskId)}/events`, onEvent, onFault }, closed);
  if (end === 'unsupported') feedByAsking(taskId, feed, closed);
}

function feedByAsking(taskId: string, feed: TaskFeed, closed: AbortSignal): void {
  feed.source.value = 'poll';
  const path = taskPath(taskId);
  const common = {
    onFault: (fault: Fault) => (feed.fault.value = fault),
    everyMs: () => (feed.task.peek()?.active ? 500 : 2000),
  };
  const onTask = (task: Task) => {
    feed.fault.value = null;
    feed.task.value = task;
  };
  void watch<Task>({ ...common, path, onValue: onTask }, closed);
  void watch<readonly Step[]>(
    { ...common, path: `${path}/steps`, onValue: (steps) => (feed.steps.value = steps) },
    closed,
  );
}
