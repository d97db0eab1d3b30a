/** What a run knows: plain JSON, so that every moment of it can be shown, stored beside a log and compared. */

import type { RunOrigin } from '../domain/new-log-path.ts';
import type { Exit, Termination } from '../domain/outcome.ts';
import type { RefusalCode } from '../domain/refusal.ts';
import type { Step, TaskRows } from '../domain/rows.ts';
import type { Stop } from '../domain/stop.ts';
import type { FromStep } from '../domain/transitions/set-back.ts';
import type { Interruptions } from '../domain/transitions/reset-residue.ts';
import type { Unit } from '../domain/unit.ts';

export interface RunInput {
  readonly taskId: string;
  readonly origin: RunOrigin;
  readonly timing: RunTiming;
  /** Already noted where the run is only to settle residue. */
  readonly stop: Stop | null;
  /** Where somebody wants it to begin, whatever is SUCCESS; null: at the first step that is not. */
  readonly fromStep: FromStep | null;
}

export interface RunTiming {
  /** null: no limit. */
  readonly stepTimeoutMs: number | null;
  readonly killGraceMs: number;
  readonly shutdownGraceMs: number;
  /** 0 where no other host can hold a task of this database. */
  readonly takeoverDelayMs: number;
}

export interface RunContext extends RunInput {
  /** doubted: its connection is gone and it is not known whether somebody else has it; gone: for good. */
  readonly claim: 'none' | 'held' | 'doubted' | 'gone';
  readonly refusal: RunRefusal | null;
  /** As last stored; null until loaded. */
  readonly rows: TaskRows | null;
  /** When the rows were last read or stored, ISO 8601. */
  readonly at: string;
  /** The transition being stored. Once sent it is only ever sent again. */
  readonly unit: Unit | null;
  /** How often the thing at hand was tried in vain. */
  readonly tries: number;
  /** The attempts that were fenced, by fenceKey(), and what the fence found of each step. */
  readonly fenced: readonly string[];
  readonly interruptions: Interruptions;
  /** Why the current script was told to end. */
  readonly termination: Termination | null;
  /** How the current script ended. */
  readonly exit: Exit | null;
  /** What the run waits for, in words. */
  readonly note: string | null;
}

/** Why a run was not accepted. `held-elsewhere`: another instance runs the task; `internal`: a fault of ours. */
export interface RunRefusal {
  readonly code: RefusalCode | 'held-elsewhere' | 'internal';
  readonly detail: string;
  readonly reason: string | undefined;
}

export function initialContext(input: RunInput): RunContext {
  return {
    ...input,
    claim: 'none',
    refusal: null,
    rows: null,
    at: '',
    unit: null,
    tries: 0,
    fenced: [],
    interruptions: {},
    termination: null,
    exit: null,
    note: null,
  };
}

/** An attempt of a step; an adopted row may have no log path. */
export function fenceKey({ stepNo, logPath }: Pick<Step, 'stepNo' | 'logPath'>): string {
  return `${stepNo} ${logPath ?? ''}`;
}

/** The rows of a run that has loaded them. */
export function rowsOf({ rows }: RunContext): TaskRows {
  if (rows === null) throw new Error('the rows of this run are not loaded yet');
  return rows;
}

/** The unit that is being stored. */
export function unitOf({ unit }: RunContext): Unit {
  if (unit === null) throw new Error('there is no unit to store');
  return unit;
}
