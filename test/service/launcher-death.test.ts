import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import process from 'node:process';

import { eventually } from '../support/eventually.ts';
import { livingProcesses } from '../support/living-processes.ts';
import { childOf, killTogether } from '../support/process-family.ts';
import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { witnessScripts, type WitnessedScripts } from '../support/witnessed-scripts.ts';

/** Ends neither by TERM nor with its launcher, and has a grandchild of the same kind, until the file is there. */
const STUBBORN = `[ -e mended ] || { trap '' TERM; (trap '' TERM; sleep 60) & sleep 60; sleep 60; }`;

describe('the death of the launcher', () => {
  let folders: ServiceFolders;
  let database: ServiceDatabase;
  let service: ServiceProcess;
  let witness: WitnessedScripts;
  let taskIds: readonly string[];

  beforeEach(async () => {
    folders = await makeServiceFolders();
    database = await openPostgres();
    witness = witnessScripts(folders.root, { withTask: true });
    service = await startServiceProcess(folders, database.settings);
    taskIds = [1, 2, 3].map((n) => `${basename(folders.root)}-${n}`);
    for (const taskId of taskIds) {
      await service.createTask(taskId, [witness.script(STUBBORN), witness.script('true')]);
      await service.execute(taskId);
      await witness.until(`start ${taskId} 1.1`);
    }
  });

  afterEach(async () => {
    await service.end('SIGTERM');
    await database.close();
    await folders.remove();
  });

  it('launcher dies with 3 runs (F76): what it ran is ended, each task says so, a new launcher runs the next', async () => {
    const launcher = await childOf(service.pid, 'launcher');
    process.kill(launcher, 'SIGKILL');
    for (const taskId of taskIds) {
      const { message } = await service.untilStatus(taskId, 'FAILED');
      expect(message).to.match(/^step 1 of 2 \(step-1\): the launcher of scripts .*SIGKILL/);
      const [first, second] = await service.steps(taskId);
      expect(first).to.include({ status: 'FAILED', exitCode: null });
      expect(second).to.include({ status: 'PENDING' });
      expect(livingProcesses(`TASK_ID=${taskId}\0`)).to.deep.equal([]);
    }
    await mendAndExecute();
    expect(await childOf(service.pid, 'launcher', launcher)).to.be.greaterThan(0);
    expect(await journalOf('start')).to.have.length(9);
  });

  it('launcher and service die together (F77): orphans are ended before the next run starts anything', async () => {
    killTogether([service.pid, await childOf(service.pid, 'launcher')]);
    await service.end('SIGKILL');
    for (const taskId of taskIds) expect(livingProcesses(`TASK_ID=${taskId}\0`)).to.have.length.above(2);
    service = await startServiceProcess(folders, database.settings);
    await mendAndExecute();
    // The orphans would have to be mentioned here, had they lived when the step started again.
    expect(await journalOf('overlap')).to.deep.equal([]);
    expect(await journalOf('start')).to.have.length(9);
    for (const taskId of taskIds) {
      expect(livingProcesses(`TASK_ID=${taskId}\0`)).to.deep.equal([]);
    }
  });

  it('launcher and service die together in the middle of a recovery, 3 times in a row (F13): it converges', async () => {
    const [taskId = ''] = taskIds;
    const marker = `TASK_ID=${taskId}\0`;
    killTogether([service.pid, await childOf(service.pid, 'launcher')]);
    await service.end('SIGKILL');
    for (let round = 1; round <= 3; round += 1) {
      service = await startServiceProcess(folders, database.settings);
      const launcher = await childOf(service.pid, 'launcher');
      expect((await service.execute(taskId)).body).to.include({ started: true });
      // The orphans ignore TERM for KILL_GRACE: the fence is not over yet.
      killTogether([service.pid, launcher]);
      await service.end('SIGKILL');
      expect(livingProcesses(marker), `round ${round}`).to.have.length.above(0);
    }
    service = await startServiceProcess(folders, database.settings);
    await writeFile(join(folders.root, 'mended'), '');
    expect((await service.execute(taskId)).body).to.include({ started: true });
    await service.untilStatus(taskId, 'SUCCESS');
    expect(await journalOf('overlap')).to.deep.equal([]);
    const starts = (await journalOf('start')).filter((line) => line.includes(taskId));
    expect(starts).to.deep.equal([`start ${taskId} 1.1`, `start ${taskId} 1.2`, `start ${taskId} 2.1`]);
    expect(livingProcesses(marker)).to.deep.equal([]);
    for (const other of taskIds.slice(1)) await service.call(`/tasks/${other}/cancel`, { method: 'POST' });
    await eventually('no orphan to be left', () => livingProcesses(`TASK_ID=${basename(folders.root)}`).length === 0);
  });

  async function mendAndExecute(): Promise<void> {
    await writeFile(join(folders.root, 'mended'), '');
    for (const taskId of taskIds) expect((await service.execute(taskId)).body).to.include({ started: true });
    for (const taskId of taskIds) await service.untilStatus(taskId, 'SUCCESS');
  }

  async function journalOf(what: string): Promise<readonly string[]> {
    return (await witness.journal()).split('\n').filter((line) => line.startsWith(`${what} `));
  }
});
