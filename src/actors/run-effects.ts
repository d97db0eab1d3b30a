/** The effects of a run as the statechart knows them: promises bound from outside, each named for what it does. */

import type { Exit } from '../domain/outcome.ts';
import type { TaskRows } from '../domain/rows.ts';
import type { Interruptions } from '../domain/transitions/reset-residue.ts';
import type { Unit, Verdict } from '../domain/unit.ts';

/** Each gets a signal that aborts when the run no longer waits for it. */
export interface RunEffects {
  /** The right to run the task; not granted where another instance holds it. */
  claimTask(input: TaskInput, signal: AbortSignal): Promise<ClaimGranted>;
  /** The checked rows; rejects with a Refusal where there is nothing that can be run. */
  loadTask(input: TaskInput, signal: AbortSignal): Promise<Loaded>;
  /** Stores a unit that carries no token of this run yet. */
  storeOverClaim(input: UnitInput, signal: AbortSignal): Promise<Stored>;
  /** Stores a unit that is fenced by the token of this run. */
  storeUnit(input: UnitInput, signal: AbortSignal): Promise<Stored>;
  /** Makes sure that nothing of earlier attempts of these steps lives or can start. */
  fenceSteps(input: FenceInput, signal: AbortSignal): Promise<Fenced>;
  /** Starts the script of a step that is RUNNING; resolves at its end. */
  runScript(input: ScriptInput, signal: AbortSignal): Promise<Exit>;
  /** TERM to the running script. */
  terminateScript(input: TaskInput, signal: AbortSignal): Promise<void>;
  /** KILL to the running script. */
  killScript(input: TaskInput, signal: AbortSignal): Promise<void>;
  /** Ends what the script that just ended left running. */
  clearScript(input: TaskInput, signal: AbortSignal): Promise<void>;
}

export interface TaskInput {
  readonly taskId: string;
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
