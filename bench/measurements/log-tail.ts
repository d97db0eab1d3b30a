/** Whether the last lines of a log take longer where the log is large. */

import { eventually } from '../../test/support/eventually.ts';
import type { Bench, Measurement } from '../compare/bench.ts';
import type { Figure } from '../compare/book.ts';
import { executeTask, TASKS } from '../contestants/execute-task.ts';
import type { Call } from '../contestants/http-client.ts';
import { startService } from '../contestants/service.ts';
import { insertTasks } from '../contestants/insert-tasks.ts';
import { shareOf } from '../report.ts';

export const TAIL_SMALL: Figure = 'tms-init: last 100 lines of a log of 1 MB, p50 ms';
export const TAIL_LARGE: Figure = 'tms-init: last 100 lines of a log of 5 GB, p50 ms';

const SMALL_BYTES = 1024 ** 2;

const LOGS = { small: `${TASKS}/small-0/steps/1/log?tail=100`, large: `${TASKS}/large-0/steps/1/log?tail=100` };

export const logTail: Measurement = {
  name: 'log-tail',
  needs: [],
  isRepeated: false,
  measure: (bench) => bench.attempt([TAIL_SMALL, TAIL_LARGE], () => measure(bench)),
};

async function measure(bench: Bench): Promise<void> {
  const { turns, samples, largeLogBytes } = bench.pace;
  const database = await bench.createDatabase();
  try {
    const settings = { DATABASE_URL: database.url, CREATE_TABLES: 'auto' };
    await using service = await startService({ folder: await bench.makeFolder(), settings });
    await writeLog(service.call, database.url, { prefix: 'small-', bytes: SMALL_BYTES });
    await writeLog(service.call, database.url, { prefix: 'large-', bytes: largeLogBytes });
    for (let turn = 0; turn < turns; turn += 1) {
      const times: Record<keyof typeof LOGS, number[]> = { small: [], large: [] };
      for (let n = 0; n < samples; n += 1) {
        times.small.push(await timeTail(service.call, LOGS.small));
        times.large.push(await timeTail(service.call, LOGS.large));
      }
      bench.note(TAIL_SMALL, shareOf(times.small, 0.5), turn);
      bench.note(TAIL_LARGE, shareOf(times.large, 0.5), turn);
    }
  } finally {
    await database.drop();
  }
}

/** With a hole: as large as any to its readers, and made at once. */
async function writeLog(call: Call, databaseUrl: string, { prefix, bytes }: { prefix: string; bytes: number }) {
  const script = `truncate -s ${bytes} /dev/stdout; seq 1 1000`;
  await insertTasks(databaseUrl, { prefix, tasks: 1, steps: 1, script });
  await executeTask(call, `${prefix}0`);
  const isWritten = async () => JSON.parse((await call(`${TASKS}/${prefix}0`)).body).status === 'SUCCESS';
  await eventually('a log to be written', isWritten);
}

async function timeTail(call: Call, path: string): Promise<number> {
  const begun = performance.now();
  const { status, body } = await call(path);
  const ms = performance.now() - begun;
  if (status !== 200 || !body.endsWith('\n999\n1000\n')) throw new Error(`a log answered ${status}`);
  return ms;
}
