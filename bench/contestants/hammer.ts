/**
 * As many requests as a server answers, each connection asking again as soon as it has its answer: a second. It reads no more of
 * an answer than where it ends, so that two cores suffice for it and the server.
 */

import { connect, type Socket } from 'node:net';

export interface Hammered {
  readonly url: string;
  readonly connections: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export async function hammer({ url, connections, warmUpMs, measureMs }: Hammered): Promise<number> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const counted = { answers: 0 };
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname));
  const broken = Promise.race(sockets.map((socket) => askAgainAndAgain(socket, request, counted)));
  try {
    await pass(warmUpMs, broken);
    const [before, begun] = [counted.answers, performance.now()];
    // On a slow machine until there is something to tell.
    while (counted.answers === before) await pass(measureMs, broken);
    return ((counted.answers - before) / (performance.now() - begun)) * 1000;
  } finally {
    for (const socket of sockets) socket.destroy();
    // They are no faults any more.
    broken.catch(() => undefined);
  }
}

function pass(ms: number, broken: Promise<never>): Promise<void> {
  const passed = new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
  return Promise.race([passed, broken]);
}

const HEAD_END = '\r\n\r\n';

/** Rejects on anything but 200 with a length, and never resolves. */
function askAgainAndAgain(socket: Socket, request: string, counted: { answers: number }): Promise<never> {
  return new Promise((_, reject) => {
    let received = Buffer.alloc(0);
    socket.setNoDelay();
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
    socket.on('connect', () => socket.write(request));
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const length = lengthOf(received);
      if (length === null) return;
      if (Number.isNaN(length)) reject(new Error(`answered ${received.toString('latin1', 0, 200)}`));
      if (received.length < length) return;
      received = Buffer.alloc(0);
      counted.answers += 1;
      socket.write(request);
    });
  });
}

/** Of the whole answer; null where its head is not there yet, NaN where it is no good one. */
function lengthOf(received: Buffer): number | null {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = received.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return head.startsWith('HTTP/1.1 200 ') ? headEnd + HEAD_END.length + Number(length) : Number.NaN;
}
