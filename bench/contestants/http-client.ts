/** A client of HTTP that costs as little as can be, so that the figures are those of the server. */

import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export type Call = (path: string, method?: 'GET' | 'POST') => Promise<Answer>;

const AT_ONCE = 64;

/** @param origin such as `http://127.0.0.1:8080`; its connections are kept. */
export function openClient(origin: string): Call {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  return (path, method = 'GET') =>
    new Promise((resolve, reject) => {
      const asked = request(origin + path, { agent, method }, (response) => {
        const { statusCode: status = 0, headers } = response;
        text(response).then((body) => resolve({ status, headers, body }), reject);
      });
      asked.on('error', reject).end();
    });
}
