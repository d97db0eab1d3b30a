/** Whether anything takes longer where the tables are large: two services side by side, asked in turns. */

import type { TestDatabase } from '../../test/support/postgres.ts';
import type { Bench, Measurement } from '../compare/bench.ts';
import type { Figure } from '../compare/book.ts';
import { executeTask, TASKS } from '../contestants/execute-task.ts';
import type { Call } from '../contestants/http-client.ts';
import { createTables, insertTasks } from '../contestants/insert-tasks.ts';
import { ENGINE, STEPS } from '../contestants/list.ts';
import { startCompetitor } from '../contestants/run-competitor.ts';
import { startService } from '../contestants/service.ts';
import { shareOf } from '../report.ts';

const FEW_TASKS = 50;

const ROWS = { few: '1,000 step rows', many: '5,000,000 step rows' } as const;

type Size = keyof typeof ROWS;

export const getTask = (size: Size): Figure => `tms-init: GET of a task among ${ROWS[size]}, p50 ms`;
export const getSteps = (size: Size): Figure => `tms-init: GET of its steps among ${ROWS[size]}, p50 ms`;
export const acceptAmong = (size: Size): Figure => `tms-init: execute among ${ROWS[size]}, p50 ms`;
export const transition = (size: Size): Figure => `tms-init: a stored step among ${ROWS[size]}, ms`;

const SIZES: readonly Size[] = ['few', 'many'];
const REQUESTED = [getTask, getSteps, acceptAmong];
const FIGURES = SIZES.flatMap((size) => [getTask(size), getSteps(size), acceptAmong(size), transition(size)]);

export const manyRows: Measurement = {
  name: 'many-rows',
  needs: [],
  isRepeated: false,
  measure: (bench) =>
    bench.attempt(FIGURES, async () => {
      const few = await fill(bench, FEW_TASKS);
      const many = await fill(bench, bench.pace.manyTasks);
      try {
        await measureRequests(bench, { few, many });
        await measureTransitions(bench, { few, many });
      } finally {
        await few.database.drop();
        await many.database.drop();
      }
    }),
};

interface Filled {
  readonly database: TestDatabase;
  readonly tasks: number;
  readonly folder: string;
}

type Both = Readonly<Record<Size, Filled>>;

/** As after a long life: what is there has ended, and the server knows its tables. */
async function fill(bench: Bench, tasks: number): Promise<Filled> {
  const database = await bench.createDatabase();
  const folder = await bench.makeFolder();
  await createTables(database);
  await insertTasks(database.url, { prefix: 'old-', tasks, steps: STEPS, script: 'true', status: 'SUCCESS' });
  const { turns, samples } = bench.pace;
  await insertTasks(database.url, { prefix: 'new-', tasks: turns * samples, steps: 1, script: 'true' });
  await database.query('vacuum analyze');
  return { database, tasks, folder };
}

function settingsOf({ url }: TestDatabase): Record<string, string> {
  return { DATABASE_URL: url };
}

async function measureRequests({ pace, note }: Bench, { few, many }: Both): Promise<void> {
  await using ofFew = await startService({ folder: few.folder, settings: settingsOf(few.database) });
  await using ofMany = await startService({ folder: many.folder, settings: settingsOf(many.database) });
  const asked = [
    { size: 'few', call: ofFew.call, tasks: few.tasks },
    { size: 'many', call: ofMany.call, tasks: many.tasks },
  ] as const;
  for (let turn = 0; turn < pace.turns; turn += 1) {
    const times = new Map(SIZES.flatMap((size) => REQUESTED.map((name) => [name(size), [] as number[]])));
    for (let n = turn * pace.samples; n < (turn + 1) * pace.samples; n += 1) {
      for (const { size, call, tasks } of asked) {
        const taskId = `old-${Math.floor(Math.random() * tasks)}`;
        await time(times, getTask(size), () => expectFound(call, `${TASKS}/${taskId}`));
        await time(times, getSteps(size), () => expectFound(call, `${TASKS}/${taskId}/steps`));
        await time(times, acceptAmong(size), () => executeTask(call, `new-${n}`));
      }
    }
    for (const [figure, those] of times) note(figure, shareOf(those, 0.5), turn);
  }
}

type Times = ReadonlyMap<Figure, number[]>;

async function time(times: Times, figure: Figure, act: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  await act();
  times.get(figure)?.push(performance.now() - begun);
}

async function expectFound(call: Call, path: string): Promise<void> {
  const { status, body } = await call(path);
  if (status !== 200) throw new Error(`${path} answered ${status} ${body}`);
}

/** By the engine alone: a process would take longer than what is looked for. */
async function measureTransitions(bench: Bench, both: Both): Promise<void> {
  const { turns, warmUpMs, engineMs } = bench.pace;
  for (let turn = 0; turn < turns; turn += 1) {
    for (const size of SIZES) {
      const { url } = both[size].database;
      const place = { place: url, folder: await bench.makeFolder(), prefix: `turn-${turn}-` };
      const work = { ...place, atOnce: 1, steps: STEPS };
      const times = { warmUpMs: warmUpMs / 2, measureMs: engineMs / 2 };
      const running = startCompetitor(ENGINE, 'run', { ...work, ...times, hasProcesses: false });
      try {
        const { steps, ms } = await running.told('ran');
        bench.note(transition(size), ms / steps, turn);
      } finally {
        await running.end();
      }
    }
  }
}
