/** Crashes of one service on the same folders: what each start finds there, and what the next execute makes of it. */

import { expect } from 'chai';

import { eventually } from '../support/eventually.ts';
import { type ServiceDatabase, servicesOnBothDatabases } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { witnessScripts, type WitnessedScripts } from '../support/witnessed-scripts.ts';

const UNENDING_AT_FIRST = '[ $ATTEMPT -gt 1 ] || sleep 60';
const STUBBORN = `trap '' TERM; [ $ATTEMPT -gt 1 ] || { (trap '' TERM; sleep 120) & sh -c "trap '' TERM; sleep 120"; }`;

describe('a crash of the service', () => {
  servicesOnBothDatabases((openDatabase, kind) => {
    let folders: ServiceFolders;
    let database: ServiceDatabase;
    let service: ServiceProcess;
    let witness: WitnessedScripts;

    before(async () => {
      folders = await makeServiceFolders();
      witness = witnessScripts(folders.root, { withTask: true });
      database = await openDatabase(folders);
      // So that the launcher leaves the stubborn script to whoever comes next.
      service = await startServiceProcess(folders, { ...database.settings, KILL_GRACE: '120' });
      await runInto('crash', 2, ['true', UNENDING_AT_FIRST, 'true']);
      await runInto('stubborn', 2, ['true', STUBBORN]);
      await runInto('residue', 1, ['sleep 60']);
      // What it said is not waited for: its launcher, which outlives it, has the same standard error.
      void service.end('SIGKILL');
      await eventually('the service to die', () => service.hasEnded());
      service = await startServiceProcess(folders, database.settings);
    });

    after(async () => {
      await service.end('SIGTERM');
      await database.close();
      await folders.remove();
    });

    it('in the middle of a step loses nothing: the step runs again, the earlier ones do not', async () => {
      const { body } = await service.call('/tasks/crash');
      expect(body).to.include({ status: 'RUNNING', active: false, owner: null });
      expect((await service.execute('crash')).body).to.include({ started: true, successSteps: 1 });
      await service.untilStatus('crash', 'SUCCESS');
      expect(await journalOf('crash')).to.equal(
        'start 1.1, end 1.1, start 2.1, start 2.2, end 2.2, start 3.1, end 3.1',
      );
    });

    it('leaves a script that ignores TERM and has grandchildren: execute answers at once, and no two of them live', async () => {
      const { body } = await service.execute('stubborn');
      expect(body).to.include({ status: 'RUNNING', started: true });
      await service.untilStatus('stubborn', 'SUCCESS');
      expect(await journalOf('stubborn')).to.equal('start 1.1, end 1.1, start 2.1, start 2.2, end 2.2');
    });

    it('leaves residue that a cancel settles without running anything', async () => {
      const cancelled = await service.call('/tasks/residue/cancel', { method: 'POST' });
      expect(cancelled.status).to.equal(202);
      const task = await service.untilStatus('residue', 'FAILED');
      expect(task.message).to.match(/^cancelled by local/);
      const [step] = await service.steps('residue');
      expect(step).to.include({ status: 'FAILED', exitCode: null });
      expect(step?.message).to.match(/^interrupted: the service ended while this step was running/);
      expect(await journalOf('residue')).to.equal('start 1.1');
    });

    // What becomes of a row is the same whatever the database is.
    if (kind === 'PostgreSQL')
      it('is marked FAILED by a start with RECOVERY=settle, to be resumed by an execute', async () => {
        await crashAndStart(['three', 'four'], 'settle');
        for (const taskId of ['three', 'four']) {
          const { message } = await service.untilStatus(taskId, 'FAILED');
          expect(message).to.equal('settled as interrupted before step 1 of 2');
        }
        const [step] = await service.steps('three');
        expect(step).to.include({ status: 'FAILED', attempts: 1, exitCode: null });
        expect(step?.message).to.match(/^interrupted: the service ended while this step was running/);
        expect((await service.execute('three')).body).to.include({ started: true });
        await service.untilStatus('three', 'SUCCESS');
      });

    it('is told by the next start and, with RECOVERY=resume, run to its end without being asked', async () => {
      await crashAndStart(['one', 'two'], 'resume');
      for (const taskId of ['one', 'two']) await service.untilStatus(taskId, 'SUCCESS');
      const told = service.lines.find(({ msg }) => msg === 'residue.found');
      expect(told).to.deep.include({ count: 2, taskIds: ['one', 'two'], recovery: 'resume' });
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      expect(metrics).to.match(/^tms_init_residue_found_tasks 2$/m);
      expect((await service.steps('one')).map(({ attempts }) => attempts)).to.deep.equal([2, 1]);
    });

    async function crashAndStart(taskIds: readonly string[], recovery: 'settle' | 'resume'): Promise<void> {
      for (const taskId of taskIds) await runInto(taskId, 1, [UNENDING_AT_FIRST, 'true']);
      await service.end('SIGKILL');
      service = await startServiceProcess(folders, { ...database.settings, RECOVERY: recovery });
    }

    /** Executes a task until the script of this step has begun. */
    async function runInto(taskId: string, stepNo: number, scripts: readonly string[]): Promise<void> {
      const witnessed = scripts.map((script) => witness.script(script));
      await service.createTask(taskId, witnessed);
      expect((await service.execute(taskId)).status).to.equal(202);
      await witness.until(`start ${taskId} ${stepNo}.1`);
    }

    async function journalOf(taskId: string): Promise<string> {
      const lines = (await witness.journal()).split('\n').filter((line) => line.includes(` ${taskId} `));
      return lines.map((line) => line.replace(` ${taskId}`, '')).join(', ');
    }
  });
});
