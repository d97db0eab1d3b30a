/** How fast an execute is answered, whatever the scripts do: `npm run bench:accept`, on both databases, medians in ms. */

import process from 'node:process';

import { openEmbedded, openPostgres, type OpenServiceDatabase } from '../test/support/service-databases.ts';
import { makeServiceFolders, type ServiceProcess, startServiceProcess } from '../test/support/service-process.ts';
import { report } from './report.ts';

const TASKS = 100;
const CROWD = 200;
const RESIDUE = 20;

const STUBBORN = "trap '' TERM; sleep 20";

await measure('PostgreSQL', openPostgres);
await measure('the embedded database', openEmbedded);
// The test server of PostgreSQL lives as long as this process.
process.exit();

async function measure(name: string, openDatabase: OpenServiceDatabase): Promise<void> {
  const folders = await makeServiceFolders();
  const database = await openDatabase(folders);
  const first = await startServiceProcess(folders, database.settings);
  report(name, `execute of a new task whose script ignores TERM for 20 s`, await executeNew(first));
  report(name, `each of ${CROWD} executes of one task at once`, await executeTogether(first));
  await first.end('SIGKILL');
  const second = await startServiceProcess(folders, database.settings);
  report(name, 'execute of residue whose script ignores TERM, after kill -9', await executeResidue(second));
  await second.end('SIGKILL');
  await database.close();
  await folders.remove();
}

async function executeNew(service: ServiceProcess): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < TASKS; n += 1) {
    await service.createTask(`task-${n}`, [STUBBORN]);
    times.push(await executeOnce(service, `task-${n}`, true));
  }
  return times;
}

async function executeTogether(service: ServiceProcess): Promise<number[]> {
  await service.createTask('crowd', ['sleep 5']);
  return Promise.all(Array.from({ length: CROWD }, () => executeOnce(service, 'crowd')));
}

async function executeResidue(service: ServiceProcess): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < RESIDUE; n += 1) times.push(await executeOnce(service, `task-${n}`, true));
  return times;
}

/** @param started what the answer must say, where that is sure. */
async function executeOnce(service: ServiceProcess, taskId: string, started?: boolean): Promise<number> {
  const begun = performance.now();
  const { status, body } = await service.execute(taskId);
  const ms = performance.now() - begun;
  if (status !== 202 || body.started !== (started ?? body.started)) throw new Error(`answered ${status}`);
  return ms;
}
