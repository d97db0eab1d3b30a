/** Follows the events of a task: a stream that is taken up again where it broke off. */

import type { EventSourceMessage } from 'eventsource-parser/stream';

import { nextPauseMs } from '../api/next-pause.ts';
import { noteFault } from '../api/note-fault.ts';
import { pauseUntil } from '../api/pause.ts';
import { type Fault, faultOf, isTaskMissing } from '../api/problem.ts';
import { readStream } from '../api/read-stream.ts';

export interface EventsOf {
  readonly path: string;
  readonly onEvent: (name: string, data: unknown) => void;
  readonly onFault: (fault: Fault) => void;
}

/** Between two streams where nothing is wrong: one ends when its run does. */
const PAUSE_MS = 1000;

/** Somebody may create it, but need not. */
const MISSING_PAUSE_MS = 5000;

/** Until the signal is aborted; `unsupported` where the service has no such stream, or none to spare. */
export async function followEvents(events: EventsOf, signal: AbortSignal): Promise<'unsupported' | 'left'> {
  const { path, onFault } = events;
  let lastId: string | null = null;
  while (!signal.aborted) {
    let pauseMs = PAUSE_MS;
    try {
      for await (const message of readStream({ path, lastId }, signal)) lastId = tell(events, message);
    } catch (error) {
      if (signal.aborted) return 'left';
      const fault = faultOf(error);
      if (isUnsupported(fault)) return 'unsupported';
      if (isTaskMissing(fault)) pauseMs = MISSING_PAUSE_MS;
      noteFault(fault, onFault);
    }
    await pauseUntil(nextPauseMs(pauseMs), signal);
  }
  return 'left';
}

/** Gives the id to go on from. After the end of a run the next stream begins anew, and waits for the next run. */
function tell({ onEvent }: EventsOf, { event = 'message', data, id }: EventSourceMessage): string | null {
  onEvent(event, JSON.parse(data));
  return event === 'end' ? null : (id ?? null);
}

/** The route is not there, or has no place left; a task that is not there is another matter. */
function isUnsupported(fault: Fault): boolean {
  return fault.kind === 'problem' && (fault.code === 'not-found' || fault.code === 'too-many-streams');
}
