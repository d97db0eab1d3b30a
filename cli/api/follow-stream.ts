/** Follows a stream of server-sent events to its end, and takes it up again where it broke off. */

import { setTimeout as pause } from 'node:timers/promises';

import type { EventSourceMessage } from 'eventsource-parser';

import type { Fault } from '../faults/fault.ts';
import { type Absence, openAbsence } from './absence.ts';
import type { Api } from './api.ts';
import { ProblemFault } from './problem.ts';
import { readStream } from './read-stream.ts';
import { unreachable, UnreachableFault } from './unreachable.ts';

export interface Followed {
  /** Asked before each try. */
  readonly path: () => string;
  /** Whether nothing comes after this message. */
  readonly isEnd: (message: EventSourceMessage) => boolean;
  /** The connection is lost and looked for again; called once each time. */
  readonly onLost: (fault: Fault) => void;
  readonly signal: AbortSignal;
  /** How long a service may be away: it may be started anew meanwhile. */
  readonly patienceMs: number;
}

/**
 * The messages, each once. Ends after the last one, or where the service says that there is nothing to come back to. Throws a
 * ProblemFault at once for what trying again does not change, and the last fault once the patience is over.
 */
export async function* followStream(api: Api, followed: Followed): AsyncGenerator<EventSourceMessage, void> {
  const { onLost, signal, patienceMs } = followed;
  const place: Place = { lastId: null, absence: openAbsence(patienceMs) };
  for (;;) {
    const fault = yield* readOnce(api, followed, place);
    if (fault === null) return;
    if (!place.absence.hasBegun()) onLost(fault);
    const pauseMs = place.absence.nextPauseMs();
    if (pauseMs === null) throw fault;
    await pause(pauseMs, null, { signal }).catch(() => Promise.reject(signal.reason));
  }
}

interface Place {
  lastId: string | null;
  readonly absence: Absence;
}

/** Gives what broke it off; null: it came to its end. */
async function* readOnce(
  api: Api,
  { path, isEnd, signal }: Followed,
  place: Place,
): AsyncGenerator<EventSourceMessage, Fault | null> {
  try {
    for await (const message of readStream(api, { path: path(), lastId: place.lastId }, signal)) {
      place.absence.over();
      if (message === 'nothing to come') return null;
      place.lastId = message.id ?? place.lastId;
      yield message;
      if (isEnd(message)) return null;
    }
    return unreachable(api.url, new Error('the connection was closed'));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return passing(error);
  }
}

/** What may be over in a moment; throws everything else. */
function passing(error: unknown): Fault {
  if (error instanceof UnreachableFault || (error instanceof ProblemFault && error.isPassing)) return error;
  throw error;
}
