/** Watches the run of a task until it ends, tells how, and makes an exit code of it. */

import process from 'node:process';

import type { Step } from '../api/answers.ts';
import { followStream } from '../api/follow-stream.ts';
import { taskPath } from '../api/paths.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { exitCodeOf, type Outcome } from './outcome.ts';
import { END, readEvent, type TaskEvent } from './task-event.ts';
import { beginWatched, hear, type Watched } from './watched.ts';
import { openWatchView } from './open-watch-view.ts';
import type { WatchView } from './watch-view.ts';

export interface Watching {
  readonly taskId: string;
  /** The steps as they were before the run; null: as they are first seen. */
  readonly before: readonly Step[] | null;
  readonly patienceMs: number;
}

/** Another instance may not know for a second who runs a task; one that was interrupted stays so. */
const INTERRUPTED_MS = 5000;

export async function watchTask(session: Session, { taskId, before, patienceMs }: Watching): Promise<ExitCode> {
  const view = await openWatchView(session);
  const watched = beginWatched(before);
  const outcome = await follow(session, { taskId, watched, view, patienceMs }).finally(() => view.stop());
  await view.close(watched, outcome);
  return exitCodeOf(outcome);
}

interface Following {
  readonly taskId: string;
  readonly watched: Watched;
  readonly view: WatchView;
  readonly patienceMs: number;
}

async function follow(session: Session, { taskId, watched, view, patienceMs }: Following): Promise<Outcome> {
  const ended = new AbortController();
  const end = (kind: 'left' | 'interrupted') => ended.abort(new EndOfWatch(kind));
  const leave = () => end('left');
  let interrupted: NodeJS.Timeout | undefined;
  for (const signal of LEAVING) process.on(signal, leave);
  try {
    const stream = followStream(session.api(), {
      path: () => `${taskPath(taskId)}/events`,
      isEnd: ({ event }) => event === END,
      onLost: (fault) => view.lost(fault),
      signal: ended.signal,
      patienceMs,
    });
    for await (const message of stream) {
      const event = readEvent(message);
      hear(watched, event);
      view.show(watched, event);
      const outcome = outcomeOf(watched, event);
      if (outcome) return outcome;
      clearTimeout(interrupted);
      if (isUnheld(watched)) interrupted = setTimeout(end, INTERRUPTED_MS, 'interrupted');
    }
    return lastKnown(watched);
  } catch (error) {
    if (error instanceof EndOfWatch) return { kind: error.kind };
    throw error;
  } finally {
    clearTimeout(interrupted);
    for (const signal of LEAVING) process.off(signal, leave);
  }
}

const LEAVING = ['SIGINT', 'SIGTERM'] as const;

class EndOfWatch extends Error {
  override readonly name = 'EndOfWatch';
  readonly kind: 'left' | 'interrupted';

  constructor(kind: 'left' | 'interrupted') {
    super(kind);
    this.kind = kind;
  }
}

/** Null while there is more to come. A snapshot of what does not run comes where the run was over before it was asked for. */
function outcomeOf({ task }: Watched, event: TaskEvent): Outcome | null {
  if (event.name === 'end') {
    return event.data.task
      ? { kind: 'ended', task: event.data.task, why: event.data.why ?? null }
      : { kind: 'deleted' };
  }
  const isOver = event.name === 'snapshot' && task !== null && !task.active && task.status !== 'RUNNING';
  return isOver ? { kind: 'ended', task, why: task.message } : null;
}

function isUnheld({ task }: Watched): boolean {
  return task !== null && task.status === 'RUNNING' && !task.active;
}

/** The service says that the end was told already. */
function lastKnown({ task }: Watched): Outcome {
  return task === null ? { kind: 'deleted' } : { kind: 'ended', task, why: task.message };
}
