/** How many requests of one connection may wait for their answer. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { Logger } from '../../logger.ts';
import { tellRarely } from './tell-rarely.ts';

/** Browsers and HTTP libraries send one after the other; whoever sends ahead rarely sends more. */
const MOST_UNANSWERED = 10;

/**
 * Node takes in whatever is sent at once, thousands of requests, and would begin to answer all of them. Beyond the limit
 * the connection ends without a word: answers come in their order, so a refusal would wait behind all others.
 */
export function limitUnanswered(server: Server, logger: Logger): void {
  const unanswered = new WeakMap<Socket, number>();
  const tell = tellRarely(() => logger.warn({ mostUnanswered: MOST_UNANSWERED }, 'http.too-many-unanswered'));
  const add = (socket: Socket, more: number) => {
    const count = (unanswered.get(socket) ?? 0) + more;
    unanswered.set(socket, count);
    return count;
  };
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => add(socket, -1));
    if (add(socket, 1) <= MOST_UNANSWERED || socket.destroyed) return;
    socket.destroy();
    tell();
  });
}
