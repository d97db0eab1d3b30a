/** Whether the body of a request is of a type that can be read: JSON in UTF-8, or nothing at all. */

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';

import { HttpProblem } from '../problems/http-problem.ts';

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** An empty body may call itself whatever it likes: many clients send a default type with an empty POST. */
export async function checkContentType(request: IncomingMessage): Promise<void> {
  // Node takes the first of several; somebody before it may have taken the last.
  const type = (request.headersDistinct['content-type'] ?? []).join(', ');
  if (JSON_TYPE.test(type) || (await isEmpty(request))) return;
  throw new HttpProblem('unsupported-media-type', 'A body is application/json in UTF-8.');
}

async function isEmpty(request: IncomingMessage): Promise<boolean> {
  const { 'content-length': length = '0', 'transfer-encoding': transfer } = request.headers;
  if (transfer === undefined) return Number(length) === 0;
  // Only its end tells that a body without a length is empty.
  if (!request.readableEnded && request.readableLength === 0 && !request.complete) await once(request, 'readable');
  return request.complete && request.readableLength === 0;
}
