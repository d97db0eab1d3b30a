/** Answers that are sent piece by piece: each takes a place, of which there are so many, until its response closes. */

import type { ServerResponse } from 'node:http';

import { HttpProblem } from '../problems/http-problem.ts';

export interface Streams {
  /** Takes a place for this response, which gives it back by itself, however it ends. Throws `too-many-streams`. */
  take(response: ServerResponse): void;
}

export function openStreams(maxStreams: number): Streams {
  const taken = new Set<ServerResponse>();
  return {
    take(response) {
      if (taken.size >= maxStreams) {
        throw new HttpProblem(
          'too-many-streams',
          `As many answers are being sent as MAX_STREAMS allows: ${maxStreams}.`,
        );
      }
      // Of one whose client has left already no close would be heard any more.
      if (response.destroyed) return;
      taken.add(response);
      response.once('close', () => taken.delete(response));
    },
  };
}
