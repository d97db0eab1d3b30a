/** Sends bytes to a server as they are, which client libraries would not do, and reads the one answer. */

import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** Host and Connection: close are added where they are not given; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string | Uint8Array;
}

export function sendRaw(port: number, request: RawRequest): Promise<RawAnswer> {
  const body = Buffer.from(request.body ?? '');
  const length: Record<string, string> = request.body === undefined ? {} : { 'Content-Length': `${body.length}` };
  const headers = { Host: `127.0.0.1:${port}`, Connection: 'close', ...length, ...request.headers };
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  const head = [`${request.method} ${request.path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  return exchange(port, Buffer.concat([Buffer.from(head, 'latin1'), body]));
}

/**
 * Everything that comes back until the server closes the connection, as one answer; of an event stream its beginning. Texts are sent in Latin 1.
 * @param end whether the client says behind them that it will send no more.
 */
export async function exchange(
  port: number,
  bytes: Uint8Array | string,
  { end = false }: { readonly end?: boolean } = {},
): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(10_000, () => socket.destroy(new Error('no answer within 10 s')));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    if (isEventStream(chunks)) socket.destroy();
  });
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  if (end) socket.end();
  await once(socket, 'close');
  return parse(Buffer.concat(chunks));
}

/** Such an answer has no end of its own. */
function isEventStream(chunks: readonly Buffer[]): boolean {
  const beginning = Buffer.concat(chunks.slice(0, 3)).toString('latin1', 0, 4096);
  return /\r\ncontent-type: text\/event-stream/i.test(beginning);
}

function parse(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  // Before the answer itself the server may say that it is waited for.
  if (bytes.subarray(0, end).includes('HTTP/1.1 100')) return parse(bytes.subarray(end + 4));
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: bytes.subarray(end + 4),
  };
}
