/** The effects of a run as the statechart knows them: promises bound from outside, each named for what it does. */

import type { Exit } from '../domain/outcome.ts';
import type { TaskRows } from '../domain/rows.ts';
import type { Interruptions } from '../domain/transitions/reset-residue.ts';
import type { Unit, Verdict } from '../domain/unit.ts';

/** Its signal aborts when the run no longer waits for it. */
export type Effect<Input, Output> = (input: Input, signal: AbortSignal) => Promise<Output>;

export interface RunEffects {
  /** The right to run the task; not granted where another instance holds it. */
  readonly claimTask: Effect<TaskInput, ClaimGranted>;
  /** The checked rows; rejects with a Refusal where there is nothing that can be run. */
  readonly loadTask: Effect<TaskInput, Loaded>;
  /** Stores a unit that carries no token of this run yet. */
  readonly storeOverClaim: Effect<UnitInput, Stored>;
  /** Stores a unit that is fenced by the token of this run. */
  readonly storeUnit: Effect<UnitInput, Stored>;
  /** Makes sure that nothing of earlier attempts of these steps lives or can start. */
  readonly fenceSteps: Effect<FenceInput, Fenced>;
  /** Starts the script of a step that is RUNNING; resolves at its end. */
  readonly runScript: Effect<ScriptInput, Exit>;
  /** TERM to the running script. */
  readonly terminateScript: Effect<EndingInput, void>;
  /** KILL to the running script. */
  readonly killScript: Effect<EndingInput, void>;
  /** Ends what the script that just ended left running. */
  readonly clearScript: Effect<TaskInput, void>;
}

export interface TaskInput {
  readonly taskId: string;
}

export interface EndingInput extends TaskInput {
  /** In words, for the record of the attempt. */
  readonly why: string;
}

export interface UnitInput {
  readonly unit: Unit;
}

export interface FenceInput extends TaskInput {
  readonly steps: readonly { readonly stepNo: number; readonly logPath: string | null }[];
}

export interface ScriptInput extends TaskInput {
  readonly stepNo: number;
  readonly stepName: string;
  readonly script: string | null;
  readonly logPath: string;
}

export interface ClaimGranted {
  readonly granted: boolean;
}

/** `at` is the time of the effect's end, ISO 8601: the statechart has no clock of its own. */
export interface Loaded {
  readonly rows: TaskRows;
  readonly at: string;
}

export interface Stored {
  readonly verdict: Verdict;
  readonly at: string;
}

export interface Fenced {
  readonly interruptions: Interruptions;
  readonly at: string;
}
