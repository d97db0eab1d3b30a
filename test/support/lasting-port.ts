/** A port that stays free while nobody listens on it: outside of those that the system hands out to whoever wants any. */

import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const LEAST = 10_000;

/** For somebody who stops listening on it and listens again, or is told it before they do. */
export async function lastingPort(): Promise<number> {
  const [first = ''] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t');
  for (;;) {
    const port = LEAST + Math.floor(Math.random() * (Number(first) - LEAST));
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
