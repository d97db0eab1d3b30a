/** Reads tasks of a service all the time, and looks at its memory, as long as something else goes on. */

import { setTimeout } from 'node:timers/promises';

import { residentMbOf } from '../support/process-family.ts';
import type { ServiceProcess } from '../support/service-process.ts';

export interface Watched {
  readonly reads: number;
  readonly readP50Ms: number;
  readonly readP99Ms: number;
  readonly readMaxMs: number;
  readonly peakMb: number;
}

/** So many readers, each with a pause after each read: about 100 reads a second. */
const READERS = 4;
const PAUSE_MS = 35;

export function watchService(service: ServiceProcess, taskIds: readonly string[]): { stop(): Promise<Watched> } {
  const stopped = new AbortController();
  const times: number[] = [];
  let peakMb = 0;
  const read = async () => {
    while (!stopped.signal.aborted) {
      const taskId = taskIds[Math.floor(Math.random() * taskIds.length)] ?? '';
      const begun = performance.now();
      const { status } = await service.call(`/tasks/${taskId}`);
      times.push(performance.now() - begun);
      if (status !== 200) throw new Error(`a read answered ${status}`);
      peakMb = Math.max(peakMb, residentMbOf(service.pid));
      await setTimeout(PAUSE_MS);
    }
  };
  const readers = Promise.all(Array.from({ length: READERS }, read));
  // Heard by whoever stops it.
  readers.catch(() => null);
  return {
    async stop() {
      stopped.abort();
      await readers;
      return { ...spreadOf(times), peakMb };
    },
  };
}

function spreadOf(times: readonly number[]): Omit<Watched, 'peakMb'> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { reads: sorted.length, readP50Ms: at(0.5), readP99Ms: at(0.99), readMaxMs: at(1) };
}
