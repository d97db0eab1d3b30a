/** A real HTTP server that answers as a test says, and keeps what it was asked. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface AskedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ScriptedServer {
  readonly url: string;
  readonly requests: readonly AskedRequest[];
  close(): Promise<void>;
}

export type Answer = (request: AskedRequest, response: ServerResponse) => void;

export async function openScriptedServer(answer: Answer): Promise<ScriptedServer> {
  const requests: AskedRequest[] = [];
  const server = createServer((incoming, response) => void take(incoming, response));
  const take = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body: await text(incoming) };
    requests.push(request);
    answer(request, response);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function answerJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** As the service says no. */
export function answerProblem(response: ServerResponse, status: number, code: string, more: object = {}): void {
  const document = { type: `/problems/${code}`, title: `Title of ${code}`, status, detail: 'Its detail.', ...more };
  response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(document));
}
