/** The events of one task, for all who read them. */

import type { EventStream } from './event-stream.ts';

export type FeedReader = Pick<EventStream, 'send' | 'end'>;

export interface TaskFeed {
  /** Whether a run is under way, here or elsewhere. */
  isRunning(): boolean;
  /** What a reader begins with who reads from this moment on: what it missed if it comes back, else all that is known. */
  first(lastEventId: string): Uint8Array;
  /** Returns how to leave. */
  read(reader: FeedReader): () => void;
  /** Whoever has opened it says so when done with it, whether it is read or not: unread, it need not be fed. */
  release(): void;
}

export interface TaskFeeds {
  /** Throws a Refusal `task-not-found`. */
  open(taskId: string): Promise<TaskFeed>;
}
