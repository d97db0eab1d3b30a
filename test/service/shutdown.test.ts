/** The end of the service by signals. Each service finds what the one before it has stored, and is the next one to be ended. */

import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import { eventually } from '../support/eventually.ts';
import { livingCommands, livingProcesses } from '../support/living-processes.ts';
import { type ServiceDatabase, servicesOnBothDatabases } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { BY_NPM, THE_SERVICE } from '../support/the-service.ts';

const GRACES = { SHUTDOWN_GRACE: '3', KILL_GRACE: '20' };

/** Where it is the test that lets scripts end, or somebody who does not want to wait. */
const UNHURRIED = { SHUTDOWN_GRACE: '120' };

/** Takes a second to end, so that npm has passed on the signal by then. */
const SLOW_TO_END = `trap 'sleep 1; exit 1' TERM; echo up; sleep 60 & wait`;

describe('the end of the service (F16, F17, F79)', () => {
  servicesOnBothDatabases((openDatabase, kind) => {
    let folders: ServiceFolders;
    let database: ServiceDatabase;
    let service: ServiceProcess;

    before(async () => {
      folders = await makeServiceFolders();
      database = await openDatabase(folders);
      service = await start(kind === 'PostgreSQL' ? BY_NPM : THE_SERVICE);
    });

    after(async () => {
      await service.end('SIGKILL');
      await database.close();
      await folders.remove();
    });

    if (kind === 'the embedded database') {
      it('by SIGINT to its whole group (F79) ends the script, stores that, and leaves no process', async () => {
        await run('interrupted', 'echo up; sleep 60 & sleep 60');
        expect(await service.endGroup('SIGINT')).to.equal(0);
        expect(leftOver()).to.deep.equal([]);
        service = await start();
        await expectStored('interrupted', 'step 1 of 2 (step-1): stopped by shutdown', [
          ['FAILED', 'stopped by shutdown', 143],
          ['PENDING', null, null],
        ]);
      });

      it('by SIGTERM to its whole group (F79) ends the script, and leaves no process', async () => {
        await run('terminated', 'echo up; sleep 60 & sleep 60');
        expect(await service.endGroup('SIGTERM')).to.equal(0);
        expect(leftOver()).to.deep.equal([]);
      });

      // The rest is the same whatever the database is.
      return;
    }

    for (const [signal, next] of [
      ['SIGINT', BY_NPM],
      ['SIGTERM', THE_SERVICE],
    ] as const) {
      it(`by ${signal} to the group of npm start, which passes it on a second time, stops the script after the grace and is orderly`, async () => {
        await run(signal, SLOW_TO_END);
        await service.endGroup(signal);
        expect(service.lines.at(-1)).to.include({ msg: 'closed' });
        expect(leftOver()).to.deep.equal([]);
        service = await start(next, signal === 'SIGTERM' ? UNHURRIED : {});
        await expectStored(signal, 'step 1 of 2 (step-1): stopped by shutdown', [
          ['FAILED', 'stopped by shutdown', 1],
          ['PENDING', null, null],
        ]);
      });
    }

    it('lets a step end within the grace, and answers readers meanwhile, but executes nothing (F16)', async () => {
      await run('in-time', `echo up; until [ -e go ]; do sleep 0.1; done`);
      const ended = service.endGroup('SIGTERM');
      await eventually('the service to be told', () => service.lines.some(({ msg }) => msg === 'shutting-down'));
      const refused = await service.execute(idOf('in-time'));
      expect(refused.status).to.equal(503);
      expect(refused.body).to.include({ type: '/problems/shutting-down' });
      expect((await fetch(`${service.url}/readyz`)).status).to.equal(503);
      const shown = await service.call(`/tasks/${idOf('in-time')}`);
      expect(shown.body).to.include({ status: 'RUNNING', active: true });
      await writeFile(join(folders.root, 'go'), '');
      expect(await ended).to.equal(0);
      expect(leftOver()).to.deep.equal([]);
      service = await start(THE_SERVICE, UNHURRIED);
      await expectStored('in-time', 'stopped by shutdown after step 1 of 2', [
        ['SUCCESS', null, 0],
        ['PENDING', null, null],
      ]);
    });

    it('is immediate at a second signal (F17)', async () => {
      await run('unending', 'echo up; sleep 60');
      const ended = service.end('SIGTERM');
      await eventually('the service to be told', () => service.lines.some(({ msg }) => msg === 'shutting-down'));
      // One that comes at once is taken for an echo of the first.
      await setTimeout(1100);
      // The loop that answers this has turned since, so its own time for an echo is over too.
      await fetch(`${service.url}/healthz`);
      process.kill(service.pid, 'SIGTERM');
      expect(await ended, 'killed by itself, whatever keeps it').to.equal(null);
      await eventually('no process to be left', () => leftOver().length === 0);
    });

    function start(command = THE_SERVICE, settings: Record<string, string> = {}): Promise<ServiceProcess> {
      return startServiceProcess(folders, { ...database.settings, ...GRACES, ...settings }, command);
    }

    /** Found by it are the processes of this test alone. */
    function idOf(task: string): string {
      return `${basename(folders.root)}-${task}`;
    }

    /** Until its script says that it is up. */
    async function run(task: string, script: string): Promise<void> {
      await service.createTask(idOf(task), [script, 'true']);
      await service.execute(idOf(task));
      const log = `${service.url}/api/v1/init/tasks/${idOf(task)}/steps/1/log`;
      await eventually('the script to run', async () => (await (await fetch(log)).text()) === 'up\n');
    }

    /** Of the service, its launcher, its database process and its scripts. */
    function leftOver(): readonly number[] {
      const { root } = folders;
      return [...livingProcesses(`TASK_ID=${idOf('')}`), ...livingProcesses(root), ...livingCommands(root)];
    }

    async function expectStored(task: string, message: string, steps: readonly (readonly unknown[])[]): Promise<void> {
      expect((await service.call(`/tasks/${idOf(task)}`)).body).to.include({ status: 'FAILED', message });
      const stored = await service.steps(idOf(task));
      expect(stored.map((step) => [step.status, step.message, step.exitCode])).to.deep.equal(steps);
    }
  });
});
