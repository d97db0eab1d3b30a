/** The feeds of events of all tasks that somebody follows: one a task. */

import type { Rooms } from '../rooms.ts';
import { EventFeed, type FeedRooms } from './event-feed.ts';
import type { TaskFeeds } from './task-feed.ts';
import type { TaskWatcher, TaskWatches } from './task-watch.ts';

export function openEventFeeds(watches: TaskWatches, rooms: FeedRooms & Pick<Rooms, 'turn'>): TaskFeeds {
  const feeds = new Map<string, Promise<EventFeed>>();

  async function begin(taskId: string): Promise<EventFeed> {
    try {
      const { watcher, listen } = openWatcher();
      const watch = await watches.watch(taskId, watcher);
      return listen(new EventFeed(watch, { ...rooms, over: () => feeds.delete(taskId) }));
    } catch (error) {
      feeds.delete(taskId);
      throw error;
    }
  }

  async function open(taskId: string): Promise<EventFeed> {
    const begun = feeds.get(taskId) ?? begin(taskId);
    feeds.set(taskId, begun);
    const feed = await begun;
    // Its last reader may have left in this very moment.
    if (feed.isOver()) return open(taskId);
    feed.hold();
    if (feed.isLarge()) await rooms.turn();
    return feed;
  }

  return { open };
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
