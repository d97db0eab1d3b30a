/** The feeds of events of all tasks that somebody follows: one a task. */

import { EventFeed } from './event-feed.ts';
import type { TaskFeeds } from './task-feed.ts';
import type { TaskWatcher, TaskWatches } from './task-watch.ts';

export function openEventFeeds(watches: TaskWatches): TaskFeeds {
  const feeds = new Map<string, Promise<EventFeed>>();

  async function begin(taskId: string): Promise<EventFeed> {
    try {
      return await beginFeed(watches, taskId, () => feeds.delete(taskId));
    } catch (error) {
      feeds.delete(taskId);
      throw error;
    }
  }

  return {
    open(taskId) {
      const feed = feeds.get(taskId) ?? begin(taskId);
      feeds.set(taskId, feed);
      return feed;
    },
  };
}

/** What is told before the feed is there is in what it begins with. */
async function beginFeed(watches: TaskWatches, taskId: string, over: () => void): Promise<EventFeed> {
  let feed: EventFeed | null = null;
  const watcher: TaskWatcher = {
    changed: (seen) => feed?.changed(seen),
    taken: (transition) => feed?.taken(transition),
    ended: (ending) => feed?.ended(ending),
    gone: () => feed?.gone(),
  };
  feed = new EventFeed(await watches.watch(taskId, watcher), over);
  return feed;
}
