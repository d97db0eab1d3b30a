import { expect } from 'chai';
import { rm, writeFile } from 'node:fs/promises';
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
const STUBBORN = `[ -e mended ] || { trap '' TERM; (trap '' TERM; sleep 120) & sleep 120; sleep 120; }`;

describe('the death of the launcher', () => {
  let folders: ServiceFolders;
  let database: ServiceDatabase;
  let service: ServiceProcess;
  let witness: WitnessedScripts;

  before(async () => {
    folders = await makeServiceFolders();
    database = await openPostgres();
    witness = witnessScripts(folders.root, { withTask: true });
    service = await startServiceProcess(folders, database.settings);
  });

  after(async () => {
    await service.end('SIGTERM');
    await database.close();
    await folders.remove();
  });

  it('launcher dies with 3 runs (F76): what it ran is ended, each task says so, a new launcher runs the next', async () => {
    const taskIds = await executeThree('f76');
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
    await mendAndExecute(taskIds);
    expect(await childOf(service.pid, 'launcher', launcher)).to.be.greaterThan(0);
    for (const taskId of taskIds) expect(await startsOf(taskId)).to.deep.equal(['1.1', '1.2', '2.1']);
  });

  it('launcher and service die together (F77), and 3 times again in the middle of the recovery (F13): orphans are ended before the next run starts anything', async () => {
    const taskIds = await executeThree('f77');
    const [interrupted = ''] = taskIds;
    await killBoth();
    for (const taskId of taskIds) await untilAllLive(taskId);
    for (let round = 1; round <= 3; round += 1) {
      // The orphans ignore TERM for so long: however late the kill comes, the fence is not over yet.
      service = await startServiceProcess(folders, { ...database.settings, KILL_GRACE: '120' });
      expect((await service.execute(interrupted)).body).to.include({ started: true });
      await killBoth();
      expect(livingProcesses(`TASK_ID=${interrupted}\0`), `round ${round}`).to.have.length.above(0);
    }
    service = await startServiceProcess(folders, database.settings);
    await mendAndExecute(taskIds);
    // The orphans would have to be mentioned here, had they lived when the step started again.
    expect(await journalOf('overlap')).to.deep.equal([]);
    for (const taskId of taskIds) {
      expect(await startsOf(taskId)).to.deep.equal(['1.1', '1.2', '2.1']);
      expect(livingProcesses(`TASK_ID=${taskId}\0`)).to.deep.equal([]);
    }
  });

  /** Three tasks whose first script runs. */
  async function executeThree(name: string): Promise<readonly string[]> {
    await rm(join(folders.root, 'mended'), { force: true });
    // Unlike those of any other test, for the looks at all processes of this host.
    const taskIds = [1, 2, 3].map((n) => `${basename(folders.root)}-${name}-${n}`);
    for (const taskId of taskIds) {
      await service.createTask(taskId, [witness.script(STUBBORN), witness.script('true')]);
      await service.execute(taskId);
    }
    for (const taskId of taskIds) await witness.until(`start ${taskId} 1.1`);
    return taskIds;
  }

  async function killBoth(): Promise<void> {
    killTogether([service.pid, await childOf(service.pid, 'launcher')]);
    await service.end('SIGKILL');
  }

  async function mendAndExecute(taskIds: readonly string[]): Promise<void> {
    await writeFile(join(folders.root, 'mended'), '');
    for (const taskId of taskIds) expect((await service.execute(taskId)).body).to.include({ started: true });
    for (const taskId of taskIds) await service.untilStatus(taskId, 'SUCCESS');
  }

  /** The step and the attempt of each. */
  async function startsOf(taskId: string): Promise<readonly (string | undefined)[]> {
    const starts = await journalOf('start');
    return starts.filter((line) => line.includes(`${taskId} `)).map((line) => line.split(' ').at(-1));
  }

  async function journalOf(what: string): Promise<readonly string[]> {
    return (await witness.journal()).split('\n').filter((line) => line.startsWith(`${what} `));
  }
});

/** A script has told its start before it starts what it leaves. */
async function untilAllLive(taskId: string): Promise<void> {
  await eventually(`the orphans of ${taskId} to live`, () => livingProcesses(`TASK_ID=${taskId}\0`).length > 2);
}
