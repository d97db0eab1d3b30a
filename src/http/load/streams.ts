/** Answers that are sent piece by piece: each takes a place, of which there are so many, until its response closes. */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { HttpProblem } from '../problems/http-problem.ts';
import { UNTAKEN_MS, watchUntaken } from './untaken.ts';

export interface Streams {
  /**
   * Takes a place for this response, which gives it back by itself, however it ends. Where there is none, one whose reader
   * takes nothing is ended for it. Throws `too-many-streams`.
   */
  take(response: ServerResponse): void;
  /** How many there are now, and how many there may be. */
  readonly places: { readonly taken: number; readonly most: number };
}

/** @param untakenMs how long a piece may wait for its reader where there are too many streams */
export function openStreams(maxStreams: number, untakenMs = UNTAKEN_MS): Streams {
  const taken = new Map<ServerResponse, Socket>();
  const untaken = watchUntaken(untakenMs);
  return {
    get places() {
      return { taken: taken.size, most: maxStreams };
    },
    take(response) {
      if (taken.size >= maxStreams) makeRoom();
      if (taken.size >= maxStreams) {
        throw new HttpProblem(
          'too-many-streams',
          `As many answers are being sent as MAX_STREAMS allows: ${maxStreams}.`,
        );
      }
      // Of one whose client has left already no close would be heard any more.
      if (response.destroyed) return;
      taken.set(response, response.req.socket);
      response.once('close', () => taken.delete(response));
    },
  };

  function makeRoom(): void {
    const ended = untaken.endOne(taken.values());
    for (const [response, socket] of taken) if (socket === ended) taken.delete(response);
  }
}
