/** What is told of a fault that comes while something is kept up to date: the page as a whole tells the rest. */

import { connection, noteLost } from '../session/connection.ts';
import type { Fault } from './problem.ts';

/** The page asks for the token that is wanted, and tells that the service is not reached; all else is handed on. */
export function noteFault(fault: Fault, onFault: (fault: Fault) => void): void {
  if (fault.kind === 'problem' && fault.status === 401) return;
  if (fault.kind === 'problem' && fault.status !== 0) onFault(fault);
  // A stream that broke off in the middle is a lost connection too.
  else if (!connection.peek().isLost) noteLost();
}
