/** Answers to what Node itself cannot read as a request: the same problems, written by hand onto the connection. */

import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type { ProblemCode } from './problems/catalogue.ts';
import { PROBLEM_TYPE, problemDocument } from './problems/problem-document.ts';

export function answerUnreadable(server: Server): void {
  const inFlight = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => inFlight.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = inFlight.get(socket);
    const isAnswering = response !== undefined && response.headersSent && !response.writableFinished;
    // In the middle of another answer these bytes would be taken for a part of it.
    if (socket.writable && !isAnswering && error.code !== 'ECONNRESET') socket.end(write(error.code));
    else socket.destroy();
  });
}

/** What Node's codes come to; all others mean that the bytes are no HTTP. */
const KNOWN: ReadonlyMap<string | undefined, readonly [ProblemCode, string]> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', ['request-timeout', 'The request did not arrive in time.']],
  ['HPE_HEADER_OVERFLOW', ['headers-too-large', 'The headers are too large.']],
  ['HPE_INVALID_URL', ['malformed-url', 'The URL has characters that must be percent-encoded.']],
]);

function write(errorCode: string | undefined): string {
  const [code, detail] = KNOWN.get(errorCode) ?? ['malformed-request', 'This is not an HTTP request.'];
  // Its path was not read, and the empty reference means: this very request.
  const document = problemDocument(code, { detail, instance: '' });
  const body = JSON.stringify(document);
  return [
    `HTTP/1.1 ${document.status} ${STATUS_CODES[document.status]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
