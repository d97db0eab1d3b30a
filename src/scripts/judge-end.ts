/** What the end of a started process means: the script's own end, or that no script ever ran. */

import type { ProcessEnd } from './launcher/messages.ts';
import type { Ticket } from './lock/ticket.ts';
import { LOCKED_CODE, NO_TICKET_CODE } from './step-command.ts';

export type Judgement =
  /** The script ran, and this is how it ended. */
  | { readonly kind: 'ended' }
  /** The lock is held by somebody who must be ended first, such as a daemon that the step left earlier. */
  | { readonly kind: 'locked' }
  /** The ticket is gone with its file, which was swept in that very moment. */
  | { readonly kind: 'swept' }
  /** The system would not execute the script; its words are in the log. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'not-started'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Codes that may come before the script: of the flock program (see sysexits.h), and our own. */
const EARLY_CODES: ReadonlySet<number | null> = new Set([64, 65, 66, 69, NO_TICKET_CODE, 71, 73, LOCKED_CODE]);

const TAKEN_OVER = 'another start of this step took over its lock';

/** @param ticket as it is after the end. */
export function judgeEnd(end: ProcessEnd, ticket: Ticket | null, attemptId: string): Judgement {
  const early = EARLY_CODES.has(end.exitCode);
  // Nothing before the script ends with 0.
  if (end.exitCode === 0) return { kind: 'ended' };
  if (ticket === null) return { kind: early ? 'swept' : 'ended' };
  if (ticket.attemptId !== attemptId) return { kind: early ? 'not-started' : 'unknown', reason: TAKEN_OVER };
  if (ticket.state === 'started') return { kind: 'ended' };
  if (ticket.state === 'refused' && end.signal === null) return { kind: 'refused' };
  if (end.exitCode === LOCKED_CODE) return { kind: 'locked' };
  return { kind: 'not-started', reason: describeEarlyEnd(end) };
}

function describeEarlyEnd({ exitCode, signal }: ProcessEnd): string {
  if (signal) return `killed by ${signal} before the script was started`;
  if (exitCode === NO_TICKET_CODE) return 'the ticket in the step lock cannot be marked';
  return `cannot take the step lock: flock ended with code ${exitCode}`;
}
