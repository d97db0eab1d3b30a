/** The problem of a caller who asks too often. */

import { HttpProblem } from '../problems/http-problem.ts';

export function tooManyRequests(detail: string, retryAfterS: number): HttpProblem {
  return new HttpProblem('too-many-requests', detail, { headers: { 'Retry-After': `${retryAfterS}` } });
}
