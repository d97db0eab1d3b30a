/** The feeds of events of all tasks that somebody follows: one a task. */

import type { Mask } from '../../platform/mask-secrets.ts';
import { EventFeed } from './event-feed.ts';
import type { TaskFeeds } from './task-feed.ts';
import type { TaskWatcher, TaskWatches } from './task-watch.ts';

export function openEventFeeds(watches: TaskWatches, mask: Mask): TaskFeeds {
  const feeds = new Map<string, Promise<EventFeed>>();

  async function begin(taskId: string): Promise<EventFeed> {
    try {
      const { watcher, listen } = openWatcher();
      const watch = await watches.watch(taskId, watcher);
      return listen(new EventFeed(watch, { mask, over: () => feeds.delete(taskId) }));
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
function openWatcher() {
  let feed: EventFeed | null = null;
  const watcher: TaskWatcher = {
    changed: (seen) => feed?.changed(seen),
    taken: (transition) => feed?.taken(transition),
    ended: (ending) => feed?.ended(ending),
    gone: () => feed?.gone(),
  };
  return { watcher, listen: (begun: EventFeed) => (feed = begun) };
}
