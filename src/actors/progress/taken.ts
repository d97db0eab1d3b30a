/** An arrow of the statechart that a run took, as its words are made of it. */

import type { RunContext } from '../run-context.ts';
import type { RunEvent } from '../run-events.ts';

export interface Taken {
  /** Null where the chart went on by itself. */
  readonly event: RunEvent | null;
  /** The name of the question that was answered with yes; null where none was asked. */
  readonly guard: string | null;
  /** The path of the state it led to. */
  readonly to: string;
  readonly before: RunContext;
  readonly after: RunContext;
}
