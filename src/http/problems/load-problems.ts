/** The problems of what is too much: too large, too slow, too often, too many. */

import type { ProblemEntry } from './problem-entry.ts';

export const LOAD_PROBLEMS = {
  'request-timeout': {
    status: 408,
    title: 'The request took too long to arrive',
    meaning: 'The headers or the body did not arrive in time.',
    remedy: 'Send the request again, without pauses.',
  },
  'payload-too-large': {
    status: 413,
    title: 'The body is too large',
    meaning: 'The body, uncompressed, is larger than the service accepts.',
    remedy: 'Keep scripts short: put long ones into files that the step calls.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The caller executed more often than EXECUTE_RATE allows, or more wrong tokens came from the address than WRONG_TOKEN_RATE allows.',
    remedy:
      'Try again after the seconds in Retry-After. A right token is taken at any time; so is an execute of a running task.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The headers are too large',
    meaning: 'The request line and the headers together are larger than the service accepts.',
    remedy: 'Send fewer or shorter headers.',
  },
  'too-many-running': {
    status: 503,
    title: 'Too many tasks are running',
    meaning: 'As many tasks are running as MAX_RUNNING allows.',
    remedy: 'Try again once another task has ended.',
    retryAfterS: 10,
  },
  'too-many-streams': {
    status: 503,
    title: 'Too many answers are being sent',
    meaning: 'As many logs and streams of events are being sent, and reads wait for news, as MAX_STREAMS allows.',
    remedy: 'Try again in a moment, read the log in pages (Accept: application/json), or ask without wait.',
    retryAfterS: 2,
  },
  'too-many-connections': {
    status: 503,
    title: 'Too many connections',
    meaning: 'As many connections are in use as MAX_CONNECTIONS allows. This one is closed.',
    remedy: 'Try again in a moment, over connections that are kept open.',
    retryAfterS: 2,
  },
} as const satisfies Record<string, ProblemEntry>;
