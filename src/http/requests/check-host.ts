/** Refuses requests that are addressed to somebody else: a hostile page can make its own name point at this machine. */

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

import type { Context } from 'koa';

import { HttpProblem } from '../problems/http-problem.ts';
import type { Check } from './check-request.ts';

const HOST = /^(?:\[(?<ipv6>[0-9A-Fa-f:.]+)\]|(?<name>[A-Za-z0-9._-]+))(?::\d{1,5})?$/;

/** Probes address a container by whatever name it has; these paths tell no secret. */
const HEALTH = new Set(['/healthz', '/readyz']);

/** @param allowedHosts in small letters. */
export function checkHost(allowedHosts: readonly string[]): Check {
  const ours = new Set(['localhost', ...allowedHosts]);
  return (ctx: Context) => {
    const name = hostName(ctx.req);
    // A hostile page cannot make its own name an address.
    const isOurs = name === null || isIP(name) !== 0 || ours.has(name.toLowerCase());
    if (!isOurs && !HEALTH.has(ctx.path)) throw misdirected(name);
  };
}

function misdirected(name: string): HttpProblem {
  return new HttpProblem(
    'misdirected-host',
    `The service does not answer to the name ${JSON.stringify(name)}; ALLOWED_HOSTS lists the names it answers to.`,
  );
}

/** null where HTTP/1.0 leaves it out. */
function hostName({ headersDistinct, httpVersion }: IncomingMessage): string | null {
  const [host, ...further] = headersDistinct['host'] ?? [];
  if (host === undefined && httpVersion === '1.0') return null;
  if (host === undefined) throw new HttpProblem('invalid-host', 'The request has no Host header.');
  if (further.length > 0) throw new HttpProblem('invalid-host', 'The request has more than one Host header.');
  const groups = HOST.exec(host)?.groups;
  const name = groups?.['ipv6'] ?? groups?.['name'];
  if (name === undefined) throw new HttpProblem('invalid-host', 'The Host header is not a name with an optional port.');
  return name;
}
