/** Imported into the service before its own modules: tells over a socket what only the process itself knows. */

import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';

import type { InsideFigures } from './inside.ts';

/** A timer of this many: what it took longer was delay. */
const TIMER_MS = 10;

const NS_A_MS = 1e6;

const delay = monitorEventLoopDelay({ resolution: TIMER_MS });
delay.enable();

const server = createServer((_, response) => {
  const delayP99Ms = Math.max(0, delay.percentile(99) / NS_A_MS - TIMER_MS);
  globalThis.gc?.();
  globalThis.gc?.();
  const figures: InsideFigures = { heapBytes: process.memoryUsage().heapUsed, delayP99Ms };
  response.end(JSON.stringify(figures));
  delay.reset();
});
server.listen(process.env['BENCH_SOCKET']);
server.unref();
