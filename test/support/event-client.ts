/** A reader of server-sent events over real HTTP, by fetch as a page reads them that sends a token. */

import { eventually } from './eventually.ts';

export interface ReceivedEvent<Data> {
  readonly id: string | null;
  /** `message` for a plain one. */
  readonly event: string;
  readonly data: Data;
}

export interface EventClient<Data> {
  readonly response: Response;
  readonly events: ReceivedEvent<Data>[];
  /** The comments so far, heartbeats among them. */
  readonly comments: string[];
  /** Whether the stream has ended. */
  isOver(): boolean;
  /** Waits for an event of this name and gives it. */
  until(event: string): Promise<ReceivedEvent<Data>>;
  untilOver(): Promise<readonly ReceivedEvent<Data>[]>;
  leave(): void;
}

/** @typeParam Data what the test takes the events to hold. */
export async function readEvents<Data = unknown>(url: string, lastEventId?: string): Promise<EventClient<Data>> {
  const leaving = new AbortController();
  const headers = { Accept: 'text/event-stream', ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }) };
  const response = await fetch(url, { headers, signal: leaving.signal });
  const events: ReceivedEvent<Data>[] = [];
  const comments: string[] = [];
  let isOver = false;
  void collect(response, events, comments).finally(() => (isOver = true));
  return {
    response,
    events,
    comments,
    isOver: () => isOver,
    until: (event) => eventually(`the event ${event}`, () => events.find((one) => one.event === event)),
    async untilOver() {
      await eventually('the stream to end', () => isOver);
      return events;
    },
    leave: () => leaving.abort(),
  };
}

async function collect<Data>({ body }: Response, events: ReceivedEvent<Data>[], comments: string[]): Promise<void> {
  let text = '';
  try {
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        take(text.slice(0, end), events, comments);
        text = text.slice(end + 2);
      }
    }
  } catch {
    // The reader left, or was dropped.
  }
}

function take<Data>(block: string, events: ReceivedEvent<Data>[], comments: string[]): void {
  const fields = block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]);
  const field = (name: string) => fields.find(([known]) => known === name)?.[1]?.trimStart();
  const data = field('data');
  if (data !== undefined)
    events.push({ id: field('id') ?? null, event: field('event') ?? 'message', data: JSON.parse(data) });
  else if (block.startsWith(':')) comments.push(block);
}
