/** All streams of events of the service: they end when the service does. */

import type { Context } from 'koa';

import { Refusal } from '../../domain/refusal.ts';
import { beginEventStream, type EventStream, type EventStreamOptions } from './event-stream.ts';

export interface EventStreams {
  /** Answers with a stream, which has a place among the streams already. Throws a Refusal `shutting-down`. */
  begin(ctx: Context): EventStream;
  /** Ends all of them; their clients come back, to another instance or a later one. */
  close(): void;
}

const OPTIONS: EventStreamOptions = { heartbeatMs: 15_000, mostWaitingBytes: 1024 * 1024 };

export function openEventStreams(given: Partial<EventStreamOptions> = {}): EventStreams {
  const open = new Set<EventStream>();
  let isClosed = false;
  return {
    begin(ctx) {
      if (isClosed) throw new Refusal('shutting-down', 'The service is shutting down.');
      ctx.respond = false;
      const stream = beginEventStream(ctx.res, { ...OPTIONS, ...given });
      open.add(stream);
      stream.onEnd(() => open.delete(stream));
      return stream;
    },
    close() {
      isClosed = true;
      for (const stream of open) stream.end();
    },
  };
}
