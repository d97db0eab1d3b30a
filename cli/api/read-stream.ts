/** Reads one stream of server-sent events. */

import { createParser, type EventSourceMessage } from 'eventsource-parser';

import type { Api } from './api.ts';
import { unreachable } from './unreachable.ts';

export interface StreamOf {
  readonly path: string;
  /** Where to go on; null: from the beginning that the service chooses. */
  readonly lastId: string | null;
}

/** The service says something at least every 15 s; one that is silent for so long is gone. */
const SILENCE_MS = 45_000;

/** Until the service ends it. `nothing to come`: the last message had come before. Throws a Fault. */
export async function* readStream(
  api: Api,
  { path, lastId }: StreamOf,
  signal: AbortSignal,
): AsyncGenerator<EventSourceMessage | 'nothing to come', void> {
  const silent = new AbortController();
  const headers = { Accept: 'text/event-stream', ...(lastId !== null && { 'Last-Event-ID': lastId }) };
  const response = await api.open(path, { headers, signal: AbortSignal.any([signal, silent.signal]) });
  if (response.status === 204 || response.body === null) yield 'nothing to come';
  else yield* messagesOf(api, response.body, silent);
}

async function* messagesOf(
  { url }: Api,
  body: ReadableStream<Uint8Array>,
  silent: AbortController,
): AsyncGenerator<EventSourceMessage, void> {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  const decoder = new TextDecoder();
  const timer = setTimeout(() => silent.abort(new DOMException('silence', 'TimeoutError')), SILENCE_MS);
  try {
    for await (const chunk of body) {
      timer.refresh();
      parser.feed(decoder.decode(chunk, { stream: true }));
      yield* messages.splice(0);
    }
  } catch (error) {
    throw unreachable(url, error);
  } finally {
    clearTimeout(timer);
  }
}
