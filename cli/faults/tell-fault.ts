/** Tells what ended a command, on standard error: lines for people, or with --json one line for programs. */

import { EXIT, type ExitCode } from '../exit-codes.ts';
import { inertJson } from '../text/inert-json.ts';
import { inertLine } from '../text/inert.ts';
import { Fault } from './fault.ts';

export interface ToldFault {
  readonly text: string;
  readonly exitCode: ExitCode;
}

export function tellFault(error: unknown, isJson: boolean): ToldFault {
  const { message, advice, problem, exitCode } = asFault(error);
  if (isJson) return { text: `${inertJson({ error: message, ...problem, advice, exitCode })}\n`, exitCode };
  const lines = [`tms-init: ${inertLine(message)}`, ...advice.map((line) => `  ${inertLine(line)}`)];
  return { text: lines.map((line) => `${line}\n`).join(''), exitCode };
}

/** Anything else is a fault of the command line itself. */
function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Fault(EXIT.failed, message, { cause: error });
}
