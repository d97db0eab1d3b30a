/** What the scripts room offers: starting a script under its step lock, ending it, fencing an orphan. */

import type { Exit } from '../domain/outcome.ts';
import type { Interruption } from '../domain/transitions/reset-residue.ts';

export interface Scripts {
  /** 8 hex digits of this host, see LogPathFacts. */
  readonly place: string;
  /** What is not guaranteed here because steps run without a lock, in words; null where they have one. */
  readonly lockless: string | null;
  /**
   * Starts the script of an attempt whose RUNNING is stored. Whatever goes wrong before a script runs becomes an exit of
   * the kind `not-started`; it rejects only where the launcher died and it cannot be told what happened.
   */
  start(attempt: Attempt): Promise<RunningScript>;
  /**
   * Makes sure that nothing of any attempt of a step still runs and that no late one can start.
   * Rejects with a FenceError that names the processes where they do not end, and with another error where that cannot be
   * told now; both may pass, so ask again.
   */
  fence(step: StepKey, logPath: string | null): Promise<Interruption>;
  /** Ends the launcher and with it the scripts it runs. */
  close(): Promise<void>;
}

export interface StepKey {
  readonly taskId: string;
  readonly stepNo: number;
}

/** One start of one step's script. */
export interface Attempt extends StepKey {
  readonly stepName: string;
  readonly script: string | null;
  /** As stored, relative to LOG_DIR. */
  readonly logPath: string;
}

export interface RunningScript {
  /** How it ended; rejects where the launcher died first. */
  readonly exit: Promise<Exit>;
  /** Resolves with STEP_LOG_LIMIT, in bytes, once its log is larger than that while it runs; else never. */
  readonly overgrown: Promise<number>;
  /** TERM to its process group. The first reason, in words, is the cause in the record of the attempt. */
  terminate(why: string): void;
  /** KILL to its process group and to whatever carries its ATTEMPT_ID. */
  kill(why: string): void;
  /**
   * Ends what the attempt left running once its leader is gone: TERM, KILL_GRACE, KILL. Never touches the holder of the
   * step lock, which may be a successor. Rejects with a FenceError that names the processes where they do not end.
   */
  clear(): Promise<void>;
}

/** Processes that do not end although they were killed. */
export class FenceError extends Error {
  override readonly name = 'FenceError';
  readonly pids: readonly number[];

  constructor(pids: readonly number[]) {
    super(pids.length > 0 ? `waiting for process ${pids.join(', ')}, which does not end` : UNSEEN);
    this.pids = pids;
  }
}

/** Such as one in another container that shares the folder of the locks. */
const UNSEEN = 'waiting for a process that holds the step lock but cannot be seen from here';
