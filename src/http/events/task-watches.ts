/** Watches tasks for whoever wants to know of changes: one watch a task, however many want to know. */

import type { TaskWatches } from './task-watch.ts';
import { SharedWatch, type WatchRooms } from './watch-task.ts';

/** @param pollMs how often the rows of a task that does not run here are read. */
export function openTaskWatches(rooms: WatchRooms, pollMs: number): TaskWatches {
  const watches = new Map<string, SharedWatch>();
  return {
    async watch(taskId, watcher) {
      const shared = watches.get(taskId) ?? new SharedWatch(rooms, { taskId, pollMs, over: () => forget(taskId) });
      watches.set(taskId, shared);
      return shared.join(watcher);
    },
  };

  function forget(taskId: string): void {
    watches.delete(taskId);
  }
}
