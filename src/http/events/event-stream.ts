/** One stream of server-sent events: what is written to it waits for its reader only up to a limit. */

import type { ServerResponse } from 'node:http';

export interface EventStream {
  /** Writes the text of an event, unless the reader has left. */
  send(text: string): void;
  /**
   * The first events, which may be larger than what may wait. Bytes that many readers wait for are kept once.
   * @param sent called once the reader has taken them, or never will.
   */
  sendFirst(bytes: Uint8Array, sent: () => void): void;
  /** Whether nothing waits for the reader, so that more can be read for it. */
  isTaken(): boolean;
  /** Called each time the reader has taken all that waited. */
  onTaken(next: () => void): void;
  isOver(): boolean;
  /** Called once it is over, whoever ended it. */
  onEnd(over: () => void): void;
  /** Ends it once everything is taken. */
  end(): void;
}

export interface EventStreamOptions {
  readonly heartbeatMs: number;
  /** A reader that lets more wait is dropped. It can come back. */
  readonly mostWaitingBytes: number;
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // For proxies that would gather an answer before they pass it on.
  'X-Accel-Buffering': 'no',
};

/** How long a client waits before it comes back. */
const BEGINNING = 'retry: 2000\n\n';

const HEARTBEAT = ':\n\n';

/** Answers at once. From here on the response is in the hands of the stream. */
export function beginEventStream(response: ServerResponse, options: EventStreamOptions): EventStream {
  const { heartbeatMs, mostWaitingBytes } = options;
  let most = mostWaitingBytes;
  const isOver = () => response.destroyed || response.writableEnded;
  const isTaken = () => !isOver() && response.writableLength === 0;
  let taken: (() => void) | null = null;

  function write(text: string | Uint8Array, sent?: () => void): void {
    if (isOver()) return;
    if (response.writableLength <= mostWaitingBytes) most = mostWaitingBytes;
    if (response.writableLength > most) return void response.destroy();
    // "drain" is not told of what is less than a buffer full. Of text its characters would be counted, not its bytes.
    response.write(typeof text === 'string' ? Buffer.from(text) : text, () => {
      sent?.();
      if (isTaken()) taken?.();
    });
  }

  response.writeHead(200, HEADERS);
  response.write(BEGINNING);
  // Nothing more for a reader that stands still: then the server ends the connection, like every other that lies still.
  const beating = setInterval(() => response.writableLength === 0 && write(HEARTBEAT), heartbeatMs);
  response.once('close', () => clearInterval(beating));
  // How it shows that the reader has left, which its end tells too.
  response.on('error', () => null);
  return {
    send: write,
    sendFirst(bytes, sent) {
      write(bytes, sent);
      most = mostWaitingBytes + response.writableLength;
    },
    isTaken,
    onTaken: (next) => void (taken = next),
    isOver,
    onEnd: (over) => (response.destroyed ? over() : void response.once('close', over)),
    end: () => void (isOver() || response.end()),
  };
}
