/** A service on real rooms, with the tasks that its answers need, and others on the same rooms that are in trouble. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '../support/eventually.ts';
import { type LiveHttp, openLiveHttp } from '../support/live-http.ts';
import { adoptResidue } from './adopt-residue.ts';
import { openTroubles, type Trouble } from './troubles.ts';

export interface Stage {
  readonly port: number;
  /** The port of a service that is in this trouble; opened when it is first asked for. */
  portOf(trouble: Trouble): Promise<number>;
  /** The id of the one run of the task `done`. */
  readonly run: string;
  /** Gives the id of a new task. */
  createTask(scripts: readonly string[]): Promise<string>;
  /** Gives the id of a task that runs until it is cancelled. */
  busyTask(): Promise<string>;
  /** Gives the id of a new task that failed at the first of its two steps. */
  failedTask(): Promise<string>;
  close(): Promise<void>;
}

/** Runs until it is ended. */
const FOREVER = 'exec sleep 600';

/**
 * With the tasks `done` (its first step has a log), `pending`, `logless` whose log is gone,
 * `stepless`, `left` by an instance that died, and ` odd ` whose id cannot be used.
 * No new task may have the name `odd`.
 */
export async function openStage(): Promise<Stage> {
  const pageFolder = await makePage();
  const live = await openLiveHttp({ pageFolder });
  const troubles = openTroubles(live);
  let made = 0;
  const stage = {
    port: live.server.port,
    portOf: (trouble: Trouble) => troubles.portOf(trouble),
    run: '',
    async createTask(scripts: readonly string[]) {
      const taskId = `made-${(made += 1)}`;
      await live.rooms.createTask(taskId, scripts);
      return taskId;
    },
    async busyTask() {
      const taskId = await stage.createTask([FOREVER]);
      await live.supervisor.execute(taskId, 'stage');
      await eventually('its script to run', async () =>
        /RUNNING RUNNING/.test((await live.rooms.stored(taskId)).statuses),
      );
      return taskId;
    },
    async failedTask() {
      const taskId = await stage.createTask(['exit 1', 'true']);
      await live.supervisor.execute(taskId, 'stage');
      await eventually('it to fail', async () => !(await readJson(live, `/tasks/${taskId}`)).active);
      return taskId;
    },
    async close() {
      await troubles.close();
      await live.close();
      await rm(pageFolder, { recursive: true });
    },
  };
  await setScene(live);
  const [{ run }] = await readJson(live, '/tasks/done/runs');
  return { ...stage, run };
}

async function setScene(live: LiveHttp): Promise<void> {
  const { rooms } = live;
  await rooms.createTask('pending', ['true', 'true']);
  for (const [taskId, scripts] of [
    ['done', ['echo one; echo two', 'true']],
    ['logless', ['echo gone']],
  ] as const) {
    await rooms.createTask(taskId, scripts);
    await live.supervisor.execute(taskId, 'stage');
    await eventually('it to end', async () => !(await readJson(live, `/tasks/${taskId}`)).active);
  }
  await rm(join(live.logDir, (await readJson(live, '/tasks/logless/steps/1')).logPath));
  await rooms.query(`insert into tms_init_task (task_id, task_name) values ('stepless', 'x'), (' odd ', 'x')`, []);
  await adoptResidue(rooms, 'left');
  await rooms.query(`alter table tms_init_task add constraint no_odd_name check (task_name <> 'odd')`, []);
}

/** Such files as the pages are built of. */
async function makePage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tms-init-page-'));
  for (const name of ['index.html', 'index-1.js', 'index-1.css', 'icon-1.svg'])
    await writeFile(join(folder, name), 'x');
  return folder;
}

async function readJson(live: LiveHttp, path: string) {
  return JSON.parse(await (await live.call(path)).text());
}
