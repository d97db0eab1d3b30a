/** Follows the events of a task: a stream read by fetch, for only that can carry a token, which is taken up again where it broke off. */

import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream';

import { pauseUntil } from '../api/pause.ts';
import { type Fault, faultOf } from '../api/problem.ts';
import { request } from '../api/request.ts';
import { connection, noteLost, retryAfterMs } from '../session/connection.ts';
import { isTokenAsked } from '../session/token.ts';

export interface EventsOf {
  readonly path: string;
  readonly onEvent: (name: string, data: unknown) => void;
  readonly onFault: (fault: Fault) => void;
}

/** Between two streams where nothing is wrong: one ends when its run does. */
const PAUSE_MS = 1000;

/** Until the signal is aborted; `unsupported` where the service has no such stream, or none to spare. */
export async function followEvents(events: EventsOf, signal: AbortSignal): Promise<'unsupported' | 'left'> {
  let lastId: string | null = null;
  while (!signal.aborted) {
    try {
      const headers = { Accept: 'text/event-stream', ...(lastId !== null && { 'Last-Event-ID': lastId }) };
      const { body } = await request(events.path, { signal, headers });
      if (body) await readEvents(body, (message) => (lastId = tell(events, message)));
    } catch (error) {
      if (signal.aborted) return 'left';
      const fault = faultOf(error);
      if (isUnsupported(fault)) return 'unsupported';
      noteFault(fault, events.onFault);
    }
    await pauseUntil(isTokenAsked.peek() ? null : pauseMs(), signal);
  }
  return 'left';
}

async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onMessage: (message: EventSourceMessage) => void,
): Promise<void> {
  const messages = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  const reader = messages.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) onMessage(next.value);
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

/** A stream that broke off in the middle is a lost connection too. */
function noteFault(fault: Fault, onFault: (fault: Fault) => void): void {
  if (fault.kind === 'problem' && fault.status === 401) return;
  if (fault.kind === 'problem' && fault.status !== 0) onFault(fault);
  else if (!connection.peek().isLost) noteLost();
}

function pauseMs(): number {
  return connection.peek().isLost ? retryAfterMs() : PAUSE_MS;
}
