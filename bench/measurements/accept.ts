/** How soon an execute over HTTP is answered where nothing else runs. */

import type { Measurement } from '../compare/bench.ts';
import type { Figure } from '../compare/book.ts';
import { insertTasks } from '../contestants/insert-tasks.ts';
import { SERVICE_CLIENT } from '../contestants/list.ts';
import { startService } from '../contestants/service.ts';
import { measureEnqueue } from './enqueue.ts';

export const ACCEPT_ALONE: Figure = 'tms-init: execute over HTTP, nothing else running, p50 ms';

/** More than a client asks for in that time. */
const TASKS_A_SECOND = 60;

export const accept: Measurement = {
  name: 'accept',
  needs: ['updates'],
  isRepeated: true,
  measure: (bench) =>
    bench.attempt([ACCEPT_ALONE], async () => {
      const { stretchMs: measureMs, warmUpMs } = bench.pace;
      const database = await bench.createDatabase();
      try {
        const settings = { DATABASE_URL: database.url, CREATE_TABLES: 'auto' };
        await using service = await startService({ folder: await bench.makeFolder(), settings });
        const tasks = Math.ceil((TASKS_A_SECOND * measureMs) / 1000) + 1;
        await insertTasks(database.url, { prefix: 'probe-', tasks, steps: 1, script: 'true' });
        const work = { place: service.url, folder: '', atOnce: 1, steps: 1, hasProcesses: true, warmUpMs, measureMs };
        bench.note(ACCEPT_ALONE, await measureEnqueue(SERVICE_CLIENT, work, Promise.resolve()));
      } finally {
        await database.drop();
      }
    }),
};
