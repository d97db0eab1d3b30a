/** How long a start takes until the service says that it is ready. */

import type { Bench, Measurement } from '../compare/bench.ts';
import type { Figure } from '../compare/book.ts';
import { createTables } from '../contestants/insert-tasks.ts';
import { startService } from '../contestants/service.ts';

export const START_POSTGRES: Figure = 'tms-init: start to ready on PostgreSQL, s';
export const START_FIRST: Figure = 'tms-init: start to ready with the embedded database, the first time, s';
export const START_AGAIN: Figure = 'tms-init: start to ready with the embedded database, again, s';

export const start: Measurement = {
  name: 'start',
  needs: [],
  isRepeated: true,
  async measure(bench) {
    await bench.attempt([START_POSTGRES], () => onPostgres(bench));
    await bench.attempt([START_FIRST, START_AGAIN], async () => {
      const folder = await bench.makeFolder();
      bench.note(START_FIRST, await startAndEnd(folder));
      bench.note(START_AGAIN, await startAndEnd(folder));
    });
  },
};

/** Its tables are there already, as they are on a server in use. */
async function onPostgres(bench: Bench): Promise<void> {
  const database = await bench.createDatabase();
  try {
    await createTables(database);
    const folder = await bench.makeFolder();
    bench.note(START_POSTGRES, await startAndEnd(folder, { DATABASE_URL: database.url }));
  } finally {
    await database.drop();
  }
}

async function startAndEnd(folder: string, settings: Record<string, string> = {}): Promise<number> {
  await using service = await startService({ folder, settings });
  await service.end('SIGTERM');
  return service.readyMs / 1000;
}
