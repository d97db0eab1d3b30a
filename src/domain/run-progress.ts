/** What happens in a run, told to whoever follows it and kept in its journal: plain facts, no script and no output of one. */

import type { Status } from './status.ts';

export interface RunBegin {
  /** The id of the run: sorts by time and cannot be guessed. */
  readonly run: string;
  readonly taskId: string;
  /** When it was asked for, ISO 8601. */
  readonly startedAt: string;
  /** Who asked for it: a name, or `recovery`. */
  readonly by: string;
  /** `instance:pid:random` of the service that has it. */
  readonly owner: string;
  /** Of that service. */
  readonly version: string;
  /** The step at which it resumes; null where every step is SUCCESS. */
  readonly firstStep: number | null;
}

/** One arrow of the statechart that a run took. */
export interface TakenTransition {
  readonly at: string;
  /** Dotted paths of states, such as `executing.running.stepping`. */
  readonly from: string;
  readonly to: string;
  /** The state that the arrow leaves: `from` itself or one around it; empty where it leaves the whole chart. */
  readonly source: string;
  /** What moved it; null where the chart went on by itself. */
  readonly event: string | null;
  /** The question that was answered with yes; null where none was asked. */
  readonly guard: string | null;
  /** In words. */
  readonly why: string;
  /** What was stored by then; null where nothing. */
  readonly stored: StoredChanges | null;
}

export interface StoredChanges {
  /** What the task became; null where it did not change. */
  readonly task: Status | null;
  readonly steps: readonly { readonly stepNo: number; readonly status: Status }[];
}

/** `broken`: the statechart itself broke and the last resort ended the run. */
export type RunEnd = 'succeeded' | 'failed' | 'alreadySucceeded' | 'refused' | 'abandoned' | 'broken';

export interface RunEnding {
  readonly at: string;
  readonly end: RunEnd;
  /** In words; null where the run ended well. */
  readonly why: string | null;
}
