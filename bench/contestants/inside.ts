/** Asks a service that was started with `inside-service.ts`. */

import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface InsideFigures {
  /** After everything was collected that nobody holds. */
  readonly heapBytes: number;
  /** By how much the event loop was late, since it was asked last. */
  readonly delayP99Ms: number;
}

export function askInside(socketPath: string): Promise<InsideFigures> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path: '/' }, (response) => {
      text(response).then((body) => resolve(JSON.parse(body)), reject);
    });
    asked.on('error', reject).end();
  });
}
