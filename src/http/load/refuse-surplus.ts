/** Answers over a connection that is one too many. */

import type { IncomingMessage, ServerResponse } from 'node:http';

import { problemEntry } from '../problems/catalogue.ts';
import { PROBLEM_TYPE, problemDocument } from '../problems/problem-document.ts';
import { requestPath } from '../requests/request-path.ts';

const CODE = 'too-many-connections';

export function refuseSurplus(request: IncomingMessage, response: ServerResponse): void {
  const detail = 'The service has as many connections as it takes.';
  const document = problemDocument(CODE, { detail, instance: requestPath(request) });
  const body = JSON.stringify(document);
  response.writeHead(document.status, {
    'Content-Type': PROBLEM_TYPE,
    'Content-Length': Buffer.byteLength(body),
    'Retry-After': problemEntry(CODE).retryAfterS,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(body);
}
