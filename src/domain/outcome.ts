/** How an attempt ended, and what becomes of its step by that. */

import { constants } from 'node:os';

import { describeBytes } from './byte-size.ts';
import type { Step } from './rows.ts';
import { describeStop, type Stop } from './stop.ts';

/** How a script ended, as the scripts room saw it. */
export type Exit =
  | (ExitFacts & { readonly kind: 'exited'; readonly exitCode: number })
  | (ExitFacts & { readonly kind: 'signalled'; readonly signal: NodeJS.Signals })
  /** No script of the attempt ever ran; `reason` says why in words, such as "cannot open the log: ENOSPC". */
  | (ExitFacts & { readonly kind: 'not-started'; readonly reason: string })
  /** It can no longer be told how it ended, such as when the launcher died; nothing of it lives any more. */
  | (ExitFacts & { readonly kind: 'unknown'; readonly reason: string });

interface ExitFacts {
  /** ISO 8601. */
  readonly at: string;
  /** The last line of output that is not blank, cleaned and cut; null where there was none. */
  readonly lastLine: string | null;
  /** What a reader of the log should know, such as "log incomplete: disk full". */
  readonly warning: string | null;
}

/** Why TERM was sent to a script: the run was told to stop, or the script ran into a limit of its own. */
export type Termination = Stop | Limit;

/** STEP_TIMEOUT and STEP_LOG_LIMIT. */
type Limit =
  | { readonly cause: 'timeout'; readonly timeoutMs: number }
  | { readonly cause: 'log-limit'; readonly limitBytes: number };

/** What the ended step becomes. */
export interface Outcome extends Pick<Step, 'message' | 'exitCode'> {
  readonly status: 'SUCCESS' | 'FAILED';
}

/** The outcome of an attempt. Once TERM was sent it is FAILED, whatever its code. */
export function outcomeOf(exit: Exit, termination: Termination | null): Outcome {
  const exitCode = exitCodeOf(exit);
  if (termination === null && exitCode === 0) return { status: 'SUCCESS', exitCode, message: exit.warning };
  return { status: 'FAILED', exitCode, message: describeFailure(exit, termination) };
}

/** Whether the attempt ended well, so that what it left running is its result. */
export function isSuccess(exit: Exit, termination: Termination | null): boolean {
  return outcomeOf(exit, termination).status === 'SUCCESS';
}

/** The code of an exit, 128 + n for signal n, null where the script's end was not seen. */
function exitCodeOf(exit: Exit): number | null {
  switch (exit.kind) {
    case 'exited':
      return exit.exitCode;
    case 'signalled':
      return 128 + constants.signals[exit.signal];
    case 'not-started':
    case 'unknown':
      return null;
  }
}

function describeFailure(exit: Exit, termination: Termination | null): string {
  const cause = termination ? describeTermination(termination) : describeExit(exit);
  // What a script said last explains why it failed, not why somebody stopped it.
  const isStopped = termination !== null && !isLimit(termination);
  const output = exit.lastLine === null || isStopped ? null : `last output: ${exit.lastLine}`;
  return [cause, exit.warning, output].filter((part) => part !== null).join('; ');
}

/** Why a script was told to end, in words. */
export function describeTermination(termination: Termination): string {
  if (!isLimit(termination)) return describeStop(termination);
  if (termination.cause === 'timeout') return `timeout: ended after ${termination.timeoutMs / 1000} s`;
  return `its log grew beyond STEP_LOG_LIMIT (${describeBytes(termination.limitBytes)})`;
}

function isLimit(termination: Termination): termination is Limit {
  return termination.cause === 'timeout' || termination.cause === 'log-limit';
}

function describeExit(exit: Exit): string {
  switch (exit.kind) {
    case 'exited':
      return `exit code ${exit.exitCode}`;
    case 'signalled':
      return `killed by ${exit.signal}`;
    case 'not-started':
    case 'unknown':
      return exit.reason;
  }
}
