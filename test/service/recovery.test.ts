import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { eventually } from '../support/eventually.ts';
import { type ServiceDatabase, servicesOnBothDatabases } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

describe('a start after a crash', () => {
  servicesOnBothDatabases((openDatabase, kind) => {
    let folders: ServiceFolders;
    let database: ServiceDatabase;
    let service: ServiceProcess;

    beforeEach(async () => {
      folders = await makeServiceFolders();
      database = await openDatabase(folders);
      service = await startServiceProcess(folders, database.settings);
      for (const taskId of ['one', 'two']) {
        await service.createTask(taskId, [`touch ${taskId}; [ -e mended ] || sleep 60`, 'true']);
        await service.execute(taskId);
        await eventually(`${taskId} to run`, () => existsSync(join(folders.root, taskId)));
      }
      await service.end('SIGKILL');
      await writeFile(join(folders.root, 'mended'), '');
    });

    afterEach(async () => {
      await service.end('SIGTERM');
      await database.close();
      await folders.remove();
    });

    it('tells what it found and, with RECOVERY=resume, runs it to its end without being asked', async () => {
      service = await startServiceProcess(folders, { ...database.settings, RECOVERY: 'resume' });
      for (const taskId of ['one', 'two']) await service.untilStatus(taskId, 'SUCCESS');
      const told = service.lines.find(({ msg }) => msg === 'residue.found');
      expect(told).to.deep.include({ count: 2, taskIds: ['one', 'two'], recovery: 'resume' });
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      expect(metrics).to.match(/^tms_init_residue_found_tasks 2$/m);
      expect((await service.steps('one')).map(({ attempts }) => attempts)).to.deep.equal([2, 1]);
    });

    // The rest is the same whatever the database is.
    if (kind === 'the embedded database') return;

    it('marks it FAILED with RECOVERY=settle, to be resumed by an execute', async () => {
      service = await startServiceProcess(folders, { ...database.settings, RECOVERY: 'settle' });
      for (const taskId of ['one', 'two']) {
        const { message } = await service.untilStatus(taskId, 'FAILED');
        expect(message).to.equal('settled as interrupted before step 1 of 2');
      }
      const [step] = await service.steps('one');
      expect(step).to.include({ status: 'FAILED', attempts: 1, exitCode: null });
      expect(step?.message).to.match(/^interrupted: the service ended while this step was running/);
      expect((await service.execute('one')).body).to.include({ started: true });
      await service.untilStatus('one', 'SUCCESS');
    });
  });
});
