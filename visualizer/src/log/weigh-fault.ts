/** What a fault means for whoever keeps reading a log. */

import type { Fault } from '../api/problem.ts';

/** The log is not there: not yet, while its attempt runs. To a look without an answer's body no more is told. */
export function isLate(fault: Fault): boolean {
  return fault.kind === 'problem' && fault.status === 404;
}

/** Asking again would be refused again. */
export function isLasting(fault: Fault): boolean {
  return fault.kind === 'problem' && fault.status >= 400 && fault.status < 500 && ![401, 429].includes(fault.status);
}

/** The service has no stream to spare. */
export function isStreamRefused(fault: Fault): boolean {
  return fault.kind === 'problem' && fault.code === 'too-many-streams';
}
