/** Which bytes of a log the query or the Range header asks for. */

import { tailStart } from '../../scripts/log-tail.ts';
import type { OpenLog } from '../../scripts/open-log.ts';
import { HttpProblem } from '../problems/http-problem.ts';
import { parseRange, type Span } from './byte-range.ts';
import type { LogQuery } from './log-query.ts';

/** The bytes the query asks for; throws `range-not-satisfiable` where they begin behind the end. */
export async function selectByQuery(log: OpenLog | null, size: number, query: LogQuery): Promise<Span> {
  if (query.tail !== undefined) return { start: log ? await tailStart(log, size, query.tail) : 0, end: size };
  const { offset = 0, limit = size } = query;
  if (offset > size) throw unsatisfiable(size);
  return { start: offset, end: Math.min(size, offset + limit) };
}

/** The bytes the Range header asks for; null where there is none to obey. */
export function selectByRange(header: string, size: number): Span | null {
  // RFC 9110 lets a server ignore a range; of an empty log it would refuse even the whole.
  const span = header === '' || size === 0 ? null : parseRange(header, size);
  if (span === 'unsatisfiable') throw unsatisfiable(size);
  return span;
}

function unsatisfiable(size: number): HttpProblem {
  return new HttpProblem('range-not-satisfiable', `The log has ${size} bytes.`, {
    headers: { 'Content-Range': `bytes */${size}` },
  });
}
