/** Reads a stream of events, by fetch: only that can carry a token. */

import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream';

import { request } from './request.ts';

export interface StreamOf {
  readonly path: string;
  /** Where to go on; null: from the beginning that the service chooses. */
  readonly lastId: string | null;
}

/** Until the service ends it. Whoever leaves it earlier ends it; a signal that is aborted breaks it off. */
export async function* readStream(
  { path, lastId }: StreamOf,
  signal: AbortSignal,
): AsyncGenerator<EventSourceMessage, void> {
  const headers = { Accept: 'text/event-stream', ...(lastId !== null && { 'Last-Event-ID': lastId }) };
  const { body } = await request(path, { signal, headers });
  if (!body) return;
  const messages = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  const reader = messages.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
