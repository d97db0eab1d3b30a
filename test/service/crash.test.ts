import { expect } from 'chai';

import { type ServiceDatabase, servicesOnBothDatabases } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { witnessScripts, type WitnessedScripts } from '../support/witnessed-scripts.ts';

describe('a crash of the service', () => {
  servicesOnBothDatabases((openDatabase) => {
    let folders: ServiceFolders;
    let database: ServiceDatabase;
    let service: ServiceProcess;
    let witness: WitnessedScripts;

    beforeEach(async () => {
      folders = await makeServiceFolders();
      witness = witnessScripts(folders.root);
      database = await openDatabase(folders);
      service = await startServiceProcess(folders, database.settings);
    });

    afterEach(async () => {
      await service.end('SIGTERM');
      await database.close();
      await folders.remove();
    });

    it('in the middle of a step loses nothing: the step runs again, the earlier ones do not', async () => {
      await service.createTask('crash', [
        witness.script('true'),
        witness.script('[ $ATTEMPT -gt 1 ] || sleep 60'),
        witness.script('true'),
      ]);
      await crashWhile('crash', 2);
      service = await startServiceProcess(folders, database.settings);

      const { body } = await service.call('/tasks/crash');
      expect(body).to.include({ status: 'RUNNING', active: false, owner: null });
      expect((await service.execute('crash')).body).to.include({ started: true, successSteps: 1 });
      await service.untilStatus('crash', 'SUCCESS');
      expect(await witness.journal()).to.equal(
        'start 1.1\nend 1.1\nstart 2.1\nstart 2.2\nend 2.2\nstart 3.1\nend 3.1\n',
      );
    });

    it('leaves a script that ignores TERM and has grandchildren: execute answers at once, and no two of them live', async () => {
      const stubborn = `trap '' TERM; [ $ATTEMPT -gt 1 ] || { (trap '' TERM; sleep 60) & sh -c "trap '' TERM; sleep 60"; }`;
      await service.createTask('stubborn', [witness.script('true'), witness.script(stubborn)]);
      await crashWhile('stubborn', 2);
      service = await startServiceProcess(folders, database.settings);

      const { body } = await service.execute('stubborn');
      expect(body).to.include({ status: 'RUNNING', started: true });
      await service.untilStatus('stubborn', 'SUCCESS');
      expect(await witness.journal()).to.equal('start 1.1\nend 1.1\nstart 2.1\nstart 2.2\nend 2.2\n');
    });

    it('leaves residue that a cancel settles without running anything', async () => {
      await service.createTask('residue', [witness.script('sleep 60')]);
      await crashWhile('residue', 1);
      service = await startServiceProcess(folders, database.settings);

      const cancelled = await service.call('/tasks/residue/cancel', { method: 'POST' });
      expect(cancelled.status).to.equal(202);
      const task = await service.untilStatus('residue', 'FAILED');
      expect(task.message).to.match(/^cancelled by local/);
      const [step] = await service.steps('residue');
      expect(step).to.include({ status: 'FAILED', exitCode: null });
      expect(step?.message).to.match(/^interrupted: the service ended while this step was running/);
      expect(await witness.journal()).to.equal('start 1.1\n');
    });

    async function crashWhile(taskId: string, stepNo: number): Promise<void> {
      expect((await service.execute(taskId)).status).to.equal(202);
      await witness.until(`start ${stepNo}.1`);
      await service.end('SIGKILL');
    }
  });
});
