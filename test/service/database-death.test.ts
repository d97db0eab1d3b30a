import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import { eventually } from '../support/eventually.ts';
import { childOf } from '../support/process-family.ts';
import { openEmbedded } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
  type TaskJson,
} from '../support/service-process.ts';
import { witnessScripts } from '../support/witnessed-scripts.ts';

describe('the death of the embedded database', () => {
  let folders: ServiceFolders;
  let service: ServiceProcess;

  before(async () => {
    folders = await makeServiceFolders();
    await openEmbedded(folders);
    service = await startServiceProcess(folders);
  });

  after(async () => {
    await service.end('SIGTERM');
    await folders.remove();
  });

  it('embedded database child dies (F78): it is restarted, and outcomes held meanwhile are stored afterwards', async () => {
    const witness = witnessScripts(folders.root);
    await service.createTask('held', [
      witness.script('until [ -e go-on ]; do sleep 0.1; done'),
      witness.script('true'),
    ]);
    await service.createTask('other', ['true']);
    await service.execute('held');
    await witness.until('start 1.1');

    const database = await childOf(service.pid, 'database');
    // No other one starts on a folder of another version: it stays away for as long as the test looks at that.
    const version = join(folders.root, 'data/pg/PG_VERSION');
    await writeFile(version, '17\n');
    process.kill(database, 'SIGKILL');
    await writeFile(join(folders.root, 'go-on'), '');
    const refused = await eventually('a read to be refused', unavailable);
    expect(refused).to.include({ type: '/problems/database-unavailable' });
    // A task that runs here is read without the database.
    expect(await shown('held')).to.include({ status: 'RUNNING', active: true });
    await eventually('the outcome to be held', async () =>
      (await shown('held')).message?.includes('waiting for the database'),
    );
    await writeFile(version, '18\n');

    await service.untilStatus('held', 'SUCCESS');
    expect(await childOf(service.pid, 'database', database)).to.be.greaterThan(0);
    expect(await witness.journal()).to.equal('start 1.1\nend 1.1\nstart 2.1\nend 2.1\n');
    expect((await service.steps('held')).map(({ exitCode }) => exitCode)).to.deep.equal([0, 0]);
    expect(await shown('other')).to.include({ status: 'PENDING' });
    expect(service.lines.map(({ msg }) => msg)).to.include('database.died');
    await eventually('the run to be over', async () => !(await shown('held')).active);
    // No run is left to tell it, so this is what the database has.
    expect(await shown('held')).to.include({ status: 'SUCCESS', successSteps: 2 });
  });

  async function shown(taskId: string): Promise<TaskJson> {
    return (await service.call(`/tasks/${taskId}`)).body;
  }

  async function unavailable(): Promise<object | null> {
    const { status, body } = await service.call('/tasks/other');
    return status === 503 ? body : null;
  }
});
