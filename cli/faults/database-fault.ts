/** What is wrong with a database that a command asks itself, and what to check. */

import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Fault } from './fault.ts';

const ADVICE = [
  'Check that the database runs there, and what DATABASE_URL or DATABASE_URL_FILE says;',
  'the settings have to be those of the service.',
];

/** @param cause the error itself, where there is one. */
export function databaseFault(exitCode: ExitCode, message: string, cause?: unknown): Fault {
  return new Fault(exitCode, message, { advice: exitCode === EXIT.unreachable ? ADVICE : [], cause });
}
