/** Watches tasks for whoever wants to know of changes: one watch a task, however many want to know. */

import { TableLooks } from './look-at-table.ts';
import type { TaskWatches } from './task-watch.ts';
import { SharedWatch, type WatchRooms } from './watch-task.ts';

/** @param pollMs how often it is looked at the rows of tasks that do not run here. */
export function openTaskWatches(rooms: WatchRooms, pollMs: number): TaskWatches {
  const watches = new Map<string, SharedWatch>();
  const watched = () => [...watches.values()];
  // Each by itself, so that no small task waits for a large one.
  const looks = [false, true].map((large) => new TableLooks(rooms, { pollMs, watched, large }));
  return {
    async watch(taskId, watcher) {
      const shared = watches.get(taskId) ?? new SharedWatch(rooms, { taskId, over: () => watches.delete(taskId) });
      watches.set(taskId, shared);
      for (const look of looks) void look.begin();
      return shared.join(watcher);
    },
  };
}
