/** What ends a command: one line on what is wrong, what to do about it, and the exit code. */

import type { ExitCode } from '../exit-codes.ts';
import { EXIT } from '../exit-codes.ts';

export interface FaultFacts {
  /** What to do, each a line. */
  readonly advice?: readonly string[];
  /** The answer of the service, where it is its refusal. */
  readonly problem?: object;
  readonly cause?: unknown;
}

/** The message is one line for people. */
export class Fault extends Error {
  override readonly name: string = 'Fault';
  readonly exitCode: ExitCode;
  readonly advice: readonly string[];
  readonly problem: object | null;

  constructor(exitCode: ExitCode, message: string, { advice = [], problem, cause }: FaultFacts = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
    this.advice = advice;
    this.problem = problem ?? null;
  }
}

/** The command was not used as it has to be. */
export function misuse(message: string, cause?: unknown): Fault {
  return new Fault(EXIT.misuse, message, { cause });
}
