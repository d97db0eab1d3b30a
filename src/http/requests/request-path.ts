/** The path of a request as it was sent, also where it cannot be understood. */

import type { IncomingMessage } from 'node:http';

export function requestPath({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}
