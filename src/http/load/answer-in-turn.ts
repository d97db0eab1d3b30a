/** Answers the requests of a connection one after the other, whoever sends them all at once. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { openTurns } from './turns.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Node begins with each request as soon as it is read and keeps the answers until their turn: a client that reads nothing
 * would make it keep many of them. With this, an answer is begun when the one before has been sent. Of all that were sent
 * ahead only one is begun in a turn of the event loop, since a turn takes in only one new connection.
 */
export function answerInTurn(answer: Answer): Answer {
  const last = new WeakMap<Socket, ServerResponse>();
  const turn = openTurns();
  return (request, response) => {
    const before = last.get(request.socket);
    last.set(request.socket, response);
    const begin = () => void (request.socket.destroyed || answer(request, response));
    if (!before || before.closed) begin();
    else before.once('close', () => void turn().then(begin));
  };
}
