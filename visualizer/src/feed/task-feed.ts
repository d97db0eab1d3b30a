/** What is known of a task while it is shown. */

import type { Signal } from '@preact/signals';

import type { Step, Task } from '../api/answers.ts';
import type { Fault } from '../api/problem.ts';
import type { RunHistory } from '../history/move.ts';

export interface TaskFeed {
  readonly task: Signal<Task | null>;
  readonly steps: Signal<readonly Step[] | null>;
  readonly fault: Signal<Fault | null>;
  /** The run of now, or the last one that was seen here. */
  readonly run: Signal<RunHistory>;
  /** How often a stream began anew: what was heard of the run until then may have a gap. */
  readonly snapshots: Signal<number>;
  /** poll: the service tells no moves. */
  readonly source: Signal<'stream' | 'poll'>;
}
