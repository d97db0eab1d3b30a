/** A reader of events that does as little as can be done, so that two hundred of them leave the machine to the service. */

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

export interface EventReader {
  /** For each transition: from the moment that it carries until it came here, in ms. */
  readonly latencies: readonly number[];
  /** How many events came. */
  count(): number;
  /** Whether the event of the end came. */
  hasSeenEnd(): boolean;
  /** Resolves when the stream is over, whoever ended it. */
  readonly over: Promise<unknown>;
  /** Begins to read again, after it began standing still. */
  resume(): void;
}

/** @param isStill whether it reads nothing at first. */
export async function openReader(url: string, isStill = false): Promise<EventReader> {
  const request = get(url, { agent: false });
  const [response]: [IncomingMessage] = (await once(request, 'response')) as [IncomingMessage];
  const latencies: number[] = [];
  let count = 0;
  let isEnded = false;
  let rest = '';
  const take = (chunk: string) => {
    const now = Date.now();
    const events = (rest + chunk).split('\n\n');
    rest = events.pop() ?? '';
    count += events.length;
    for (const event of events) {
      const at = /^event: transition\ndata: .*?"at":"([^"]+)"/m.exec(event)?.[1];
      if (at !== undefined) latencies.push(now - Date.parse(at));
      isEnded ||= /^event: end$/m.test(event);
    }
  };
  const over = new Promise((resolve) => {
    // One that is dropped sees its connection reset.
    response.on('error', resolve).on('close', resolve);
  });
  response.setEncoding('utf8');
  if (!isStill) response.on('data', take);
  return {
    latencies,
    count: () => count,
    hasSeenEnd: () => isEnded,
    over,
    resume: () => void response.on('data', take),
  };
}
