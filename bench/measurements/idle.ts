/** What the service takes while nobody asks it for anything; its embedded database is a process of its own, not counted. */

import { setTimeout } from 'node:timers/promises';

import type { Measurement } from '../compare/bench.ts';
import type { Figure } from '../compare/book.ts';
import { startService } from '../contestants/service.ts';
import { cpuMs, memoryMb } from '../process-figures.ts';

export const IDLE_CPU: Figure = 'tms-init: CPU of the service process while idle, %';
export const IDLE_MEMORY: Figure = 'tms-init: memory of the service process while idle, MB';

/** For what a start leaves to be done behind it. */
const SETTLING = 0.25;

export const idle: Measurement = {
  name: 'idle',
  needs: [],
  isRepeated: false,
  measure: (bench) =>
    bench.attempt([IDLE_CPU, IDLE_MEMORY], async () => {
      const { idleMs } = bench.pace;
      await using service = await startService({ folder: await bench.makeFolder() });
      await setTimeout(idleMs * SETTLING);
      const before = cpuMs(service.pid);
      await setTimeout(idleMs);
      bench.note(IDLE_CPU, ((cpuMs(service.pid) - before) / idleMs) * 100);
      bench.note(IDLE_MEMORY, memoryMb(service.pid));
      await service.end('SIGTERM');
    }),
};
