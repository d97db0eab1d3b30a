import { expect } from 'chai';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { eventually } from '../support/eventually.ts';
import { livingProcesses } from '../support/living-processes.ts';
import { type ServiceDatabase, servicesOnBothDatabases } from '../support/service-databases.ts';
import {
  BY_NPM,
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

describe('the end of the service (F16, F17, F79)', () => {
  servicesOnBothDatabases((openDatabase, kind) => {
    let folders: ServiceFolders;
    let database: ServiceDatabase;
    let taskId: string;

    beforeEach(async () => {
      folders = await makeServiceFolders();
      taskId = basename(folders.root);
      database = await openDatabase(folders);
    });

    afterEach(async () => {
      await database.close();
      await folders.remove();
    });

    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      it(`by ${signal} to its whole group (F79) ends the script, stores that, and leaves no process`, async () => {
        const service = await startWith('sleep 60 & sleep 60', { SHUTDOWN_GRACE: '0.3' });
        expect(await service.endGroup(signal)).to.equal(0);
        expect([...livingProcesses(`TASK_ID=${taskId}`), ...livingProcesses(folders.root)]).to.deep.equal([]);
        await expectStored('step 1 of 2 (step-1): stopped by shutdown', [
          ['FAILED', 'stopped by shutdown', 143],
          ['PENDING', null, null],
        ]);
      });
    }

    // The rest is the same whatever the database is.
    if (kind === 'the embedded database') return;

    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      it(`by ${signal} to the group of npm start, which passes it on a second time, is as orderly`, async () => {
        const service = await startWith(
          `trap 'sleep 1; exit 1' TERM; sleep 60 & wait`,
          { SHUTDOWN_GRACE: '0.3', KILL_GRACE: '20' },
          BY_NPM,
        );
        await service.endGroup(signal);
        expect(service.lines.at(-1)).to.include({ msg: 'closed' });
        await expectStored('step 1 of 2 (step-1): stopped by shutdown', [
          ['FAILED', 'stopped by shutdown', 1],
          ['PENDING', null, null],
        ]);
      });
    }

    it('lets a step end within the grace and stops after it', async () => {
      const service = await startWith('sleep 1');
      expect(await service.end('SIGTERM')).to.equal(0);
      await expectStored('stopped by shutdown after step 1 of 2', [
        ['SUCCESS', null, 0],
        ['PENDING', null, null],
      ]);
    });

    it('answers readers while it runs, and refuses to execute (F16)', async () => {
      const service = await startWith('sleep 60');
      const ended = service.end('SIGTERM');
      await eventually('the service to be told', () => service.lines.some(({ msg }) => msg === 'shutting-down'));
      const refused = await service.execute(taskId);
      expect(refused.status).to.equal(503);
      expect(refused.body).to.include({ type: '/problems/shutting-down' });
      expect((await fetch(`${service.url}/readyz`)).status).to.equal(503);
      expect((await service.call(`/tasks/${taskId}`)).body).to.include({ status: 'RUNNING', active: true });
      expect(await ended).to.equal(0);
    });

    it('is immediate at a second signal (F17)', async () => {
      const service = await startWith('sleep 60', { SHUTDOWN_GRACE: '60' });
      const ended = service.end('SIGTERM');
      await eventually('the service to be told', () => service.lines.some(({ msg }) => msg === 'shutting-down'));
      // One that comes at once is taken for an echo of the first.
      await setTimeout(600);
      process.kill(service.pid, 'SIGTERM');
      expect(await ended, 'killed by itself, whatever keeps it').to.equal(null);
      await eventually('no process to be left', () => livingProcesses(`TASK_ID=${taskId}`).length === 0);
    });

    async function startWith(
      script: string,
      settings: Record<string, string> = {},
      command?: typeof BY_NPM,
    ): Promise<ServiceProcess> {
      const service = await startServiceProcess(folders, { ...database.settings, ...settings }, command);
      await service.createTask(taskId, [script, 'true']);
      await service.execute(taskId);
      const isRunning = async () => {
        const [step] = await service.steps(taskId);
        return step?.status === 'RUNNING' && livingProcesses(`TASK_ID=${taskId}`).length > 0;
      };
      await eventually('the script to run', isRunning);
      return service;
    }

    async function expectStored(message: string, steps: readonly (readonly unknown[])[]): Promise<void> {
      const service = await startServiceProcess(folders, database.settings);
      try {
        expect((await service.call(`/tasks/${taskId}`)).body).to.include({ status: 'FAILED', message });
        const stored = await service.steps(taskId);
        expect(stored.map((step) => [step.status, step.message, step.exitCode])).to.deep.equal(steps);
      } finally {
        await service.end('SIGTERM');
      }
    }
  });
});
