/** Refuses messages that Node reads although RFC 9112 calls them faulty: who else reads them may see other requests in them. */

import type { IncomingMessage } from 'node:http';

import type { Context } from 'koa';

import { HttpProblem } from '../problems/http-problem.ts';

/** Browsers and proxies send some thirty; each costs memory, however short it is. */
export const MOST_HEADERS = 256;

export function checkMessage(ctx: Context): void {
  if (ctx.req.rawHeaders.length > MOST_HEADERS * 2) throw tooMany();
  const fault = findFault(ctx.req);
  // Where this message ends is not certain, so nothing more is read from its connection.
  if (fault !== null) throw new HttpProblem('malformed-request', fault, { headers: { Connection: 'close' } });
}

function tooMany(): HttpProblem {
  const headers = { Connection: 'close' };
  return new HttpProblem('headers-too-large', `There are more than ${MOST_HEADERS} headers.`, { headers });
}

function findFault({ httpVersion, headers, headersDistinct }: IncomingMessage): string | null {
  // Node takes the first one, a proxy perhaps the last.
  if ((headersDistinct['authorization']?.length ?? 0) > 1) return 'There is more than one Authorization header.';
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return `HTTP/${httpVersion} is not spoken here.`;
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return null;
  if (httpVersion === '1.0') return 'HTTP/1.0 has no Transfer-Encoding.';
  // Node looks for the end of the chunks, but undoes no coding below them.
  return coding.toLowerCase() === 'chunked' ? null : 'The Transfer-Encoding is not chunked.';
}
