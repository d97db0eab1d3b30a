/** The events of one task, for all who read them. */

import type { EventStream } from './event-stream.ts';

export type FeedReader = Pick<EventStream, 'sendFirst' | 'send' | 'end'>;

export interface TaskFeed {
  /** Whether a run is under way, here or elsewhere. */
  isRunning(): boolean;
  /** Begins with what a reader missed who comes back, else with all that is known. Returns how to leave. */
  read(reader: FeedReader, lastEventId: string): () => void;
  /** Whoever has opened it says so when done with it, whether it is read or not: unread, it need not be fed. */
  release(): void;
}

export interface TaskFeeds {
  /** Throws a Refusal `task-not-found`. */
  open(taskId: string): Promise<TaskFeed>;
}
