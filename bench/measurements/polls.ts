/** How many readers who poll are answered a second, beside servers that do nothing else. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { eventually } from '../../test/support/eventually.ts';
import type { Bench, Measurement } from '../compare/bench.ts';
import type { Figure } from '../compare/book.ts';
import { inTurn } from '../compare/in-turn.ts';
import { executeTask, TASKS } from '../contestants/execute-task.ts';
import { hammer } from '../contestants/hammer.ts';
import type { Answer, Call } from '../contestants/http-client.ts';
import { insertTasks } from '../contestants/insert-tasks.ts';
import { STEPS } from '../contestants/list.ts';
import type { PlainOptions, PlainUrls } from '../contestants/plain-servers.ts';
import { startService } from '../contestants/service.ts';

export const POLL_RUNNING: Figure = 'tms-init: polls of a running task, a second';
export const POLL_FINISHED: Figure = `tms-init: polls of the ${STEPS} steps of a finished task, a second`;
export const KOA_BYTES: Figure = 'plain Koa: the same bytes as those of a running task, a second';
export const KOA_PG: Figure = `Koa and pg: the ${STEPS} steps of a finished task, a second`;
const NODE_BYTES: Figure = 'node:http alone: the same bytes as those of a running task, a second';

const CONNECTIONS = 32;

const PLAIN = join(import.meta.dirname, '../contestants/plain-servers.ts');

/** Those that Node adds by itself. */
const NOT_OURS = new Set(['connection', 'content-length', 'date', 'keep-alive']);

export const polls: Measurement = {
  name: 'polls',
  needs: [],
  isRepeated: true,
  measure: (bench) => bench.attempt([POLL_RUNNING, POLL_FINISHED, KOA_BYTES, KOA_PG, NODE_BYTES], () => measure(bench)),
};

async function measure(bench: Bench): Promise<void> {
  const database = await bench.createDatabase();
  try {
    const settings = { DATABASE_URL: database.url, CREATE_TABLES: 'auto' };
    await using service = await startService({ folder: await bench.makeFolder(), settings });
    await begin(service.call, database.url);
    const same = bytesOf(await service.call(`${TASKS}/running-0`));
    await using plain = await startPlain({ databaseUrl: database.url, taskId: 'finished-0', ...same });
    const sources: readonly (readonly [Figure, string])[] = [
      [POLL_RUNNING, `${service.url}${TASKS}/running-0`],
      [KOA_BYTES, plain.koa],
      [NODE_BYTES, plain.nodeHttp],
      [POLL_FINISHED, `${service.url}${TASKS}/finished-0/steps`],
      [KOA_PG, plain.koaWithPg],
    ];
    for (const [figure, url] of inTurn(sources, bench.round)) bench.note(figure, await hammerAt(bench, url));
  } finally {
    await database.drop();
  }
}

function hammerAt({ pace }: Bench, url: string): Promise<number> {
  return hammer({ url, connections: CONNECTIONS, warmUpMs: pace.warmUpMs / 2, measureMs: pace.stretchMs });
}

/** One task that runs on, and one that has run. */
async function begin(call: Call, databaseUrl: string): Promise<void> {
  await insertTasks(databaseUrl, { prefix: 'running-', tasks: 1, steps: STEPS, script: 'exec sleep 1000' });
  await insertTasks(databaseUrl, { prefix: 'finished-', tasks: 1, steps: STEPS, script: 'true' });
  for (const taskId of ['running-0', 'finished-0']) await executeTask(call, taskId);
  await eventually('a task to end', async () => isSuccess(await call(`${TASKS}/finished-0`)));
}

function isSuccess({ body }: Answer): boolean {
  return JSON.parse(body).status === 'SUCCESS';
}

function bytesOf({ headers, body }: Answer): Pick<PlainOptions, 'headers' | 'body'> {
  const ours = Object.entries(headers).filter(([name, value]) => value !== undefined && !NOT_OURS.has(name));
  return { headers: Object.fromEntries(ours) as PlainOptions['headers'], body };
}

async function startPlain(options: PlainOptions): Promise<PlainUrls & AsyncDisposable> {
  const child = fork(PLAIN, [JSON.stringify(options)], { execArgv: [] });
  const ended = once(child, 'exit');
  const [urls] = (await Promise.race([once(child, 'message'), ended])) as [PlainUrls | number | null];
  if (urls === null || typeof urls === 'number') throw new Error('the plain servers did not start');
  return {
    ...urls,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
