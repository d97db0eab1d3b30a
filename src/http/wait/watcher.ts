/** Hears of changes of a task for one who waits for them. */

import type { TaskWatcher } from '../events/task-watch.ts';

export interface WaitingWatcher extends TaskWatcher {
  /** Resolves once something was told since the last time, or there is no more waiting. */
  told(): Promise<void>;
  /** Whether the task was deleted. */
  isGone(): boolean;
}

export function openWatcher(over: AbortSignal): WaitingWatcher {
  let news = Promise.withResolvers<void>();
  let isGone = false;
  const tell = () => news.resolve();
  over.addEventListener('abort', tell);
  return {
    changed: tell,
    // Whatever these store is told as a change.
    taken: () => undefined,
    ended: () => undefined,
    gone() {
      isGone = true;
      tell();
    },
    isGone: () => isGone,
    async told() {
      await news.promise;
      news = Promise.withResolvers();
      // Nothing more is to be waited for.
      if (over.aborted) tell();
    },
  };
}
