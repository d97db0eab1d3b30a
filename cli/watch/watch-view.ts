/** What shows a run while it is watched. */

import type { Fault } from '../faults/fault.ts';
import type { Outcome } from './outcome.ts';
import type { TaskEvent } from './task-event.ts';
import type { Watched } from './watched.ts';

export interface WatchView {
  /** @param event what is new. */
  show(watched: Watched, event: TaskEvent): void;
  /** The connection is lost, and looked for again. */
  lost(fault: Fault): void;
  /** Nothing is shown in place any more: something else is going to be said. */
  stop(): void;
  /** Nothing comes any more. */
  close(watched: Watched, outcome: Outcome): Promise<void>;
}
