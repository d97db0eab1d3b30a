import { expect } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { acceptedBy } from '../support/accepted-by.ts';
import { eventually } from '../support/eventually.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { type ServiceDatabase, servicesOnBothDatabases } from '../support/service-databases.ts';

describe('the life of a task', () => {
  servicesOnBothDatabases((openDatabase, kind) => {
    // The database makes little difference to it, but the embedded one is slower.
    const rounds = kind === 'PostgreSQL' ? 40 : 10;

    let folders: ServiceFolders;
    let database: ServiceDatabase;
    let service: ServiceProcess;

    before(async () => {
      folders = await makeServiceFolders();
      database = await openDatabase(folders);
      service = await startServiceProcess(folders, database.settings);
    });

    after(async () => {
      await service.end('SIGTERM');
      await database.close();
      await folders.remove();
    });

    it('accepts at once, fails at a step, and resumes there once the cause is mended', async () => {
      const started = join(folders.root, 'started');
      const note = `echo "$STEP_NO.$ATTEMPT" >> ${started}`;
      await service.createTask('测试 a+b', [
        `${note}; echo made`,
        `${note}; cat ${join(folders.root, 'licence')}`,
        `${note}; echo "last of $TASK_ID"`,
      ]);

      const first = await service.execute('测试 a+b');
      expect(first.status).to.equal(202);
      expect(first.body).to.deep.equal({
        taskId: '测试 a+b',
        status: 'RUNNING',
        totalSteps: 3,
        successSteps: 0,
        started: true,
      });

      const failed = await service.untilStatus('测试 a+b', 'FAILED');
      expect(failed).to.include({ successSteps: 1, active: false, owner: null });
      expect(failed.message).to.match(
        /^step 2 of 3 \(step-2\): exit code 1; last output: .*No such file or directory$/,
      );
      const steps = await service.steps('测试 a+b');
      expect(steps.map(({ status, exitCode, attempts }) => [status, exitCode, attempts])).to.deep.equal([
        ['SUCCESS', 0, 1],
        ['FAILED', 1, 1],
        ['PENDING', null, 0],
      ]);
      expect(steps[2]).to.include({ message: null, logPath: null, startedAt: null, finishedAt: null });

      await writeFile(join(folders.root, 'licence'), 'granted\n');
      const second = await service.execute('测试 a+b');
      expect(second.body).to.include({ status: 'RUNNING', successSteps: 1, started: true });
      const succeeded = await service.untilStatus('测试 a+b', 'SUCCESS');
      expect(succeeded).to.include({ successSteps: 3, message: null });
      const after = await service.steps('测试 a+b');
      expect(after.map(({ status, attempts, message }) => [status, attempts, message])).to.deep.equal([
        ['SUCCESS', 1, null],
        ['SUCCESS', 2, null],
        ['SUCCESS', 1, null],
      ]);
      expect(await readFile(started, 'utf8')).to.equal('1.1\n2.1\n2.2\n3.1\n');
      const log = await fetch(`${service.url}/api/v1/init/tasks/${encodeURIComponent('测试 a+b')}/steps/3/log`);
      expect(await log.text()).to.equal('last of 测试 a+b\n');

      const third = await service.execute('测试 a+b');
      expect(third.status).to.equal(200);
      expect(third.body).to.include({ status: 'SUCCESS', successSteps: 3, started: false });
      expect(await readFile(started, 'utf8')).to.equal('1.1\n2.1\n2.2\n3.1\n');
    });

    it('starts one run for 200 executes at once, and each step once', async () => {
      const started = join(folders.root, 'started-once');
      const untilAnswered = `until [ -e ${join(folders.root, 'answered')} ]; do sleep 0.05; done`;
      const scripts = [1, 2, 3].map((n) => `echo ${n} >> ${started}; ${untilAnswered}`);
      await service.createTask('crowd', scripts);
      const answers = await Promise.all(Array.from({ length: 200 }, () => service.execute('crowd')));
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(200).fill(202));
      expect(answers.filter(({ body }) => body.started)).to.have.length(1);
      await writeFile(join(folders.root, 'answered'), '');
      await service.untilStatus('crowd', 'SUCCESS');
      expect(await readFile(started, 'utf8')).to.equal('1\n2\n3\n');
    });

    it(`starts a run each of ${rounds} times that a client polls until FAILED and executes`, async () => {
      await service.createTask('again', ['exit 1']);
      for (let round = 1; round <= rounds; round += 1) {
        expect((await service.execute('again')).body, `round ${round}`).to.include({ started: true });
        await service.untilStatus('again', 'FAILED');
      }
      expect((await service.steps('again'))[0]).to.include({ attempts: rounds });
    });

    it('cancels a run, and executes it again from the cancelled step', async () => {
      await service.createTask('stopped', ['true', 'echo up; exec sleep 60', 'true']);
      await service.execute('stopped');
      await untilRunning(1);
      const cancelled = await service.call('/tasks/stopped/cancel', { method: 'POST' });
      expect(cancelled.status).to.equal(202);
      const again = await acceptedBy(service, 'stopped');
      expect(again.body).to.include({ started: true });
      await untilRunning(2);
      await service.call('/tasks/stopped/cancel', { method: 'POST' });
      const task = await service.untilStatus('stopped', 'FAILED');
      expect(task.message).to.equal('step 2 of 3 (step-2): cancelled by local');
      expect((await service.steps('stopped'))[1]).to.include({ message: 'cancelled by local', exitCode: 143 });
      const idle = await service.call('/tasks/stopped/cancel', { method: 'POST' });
      expect(idle.status).to.equal(409);

      async function untilRunning(attempts: number): Promise<void> {
        const log = `${service.url}/api/v1/init/tasks/stopped/steps/2/log?attempt=${attempts}`;
        // RUNNING is stored before the script starts; only its own words say that it runs.
        const isUp = async () => (await (await fetch(log)).text()) === 'up\n';
        await eventually(`attempt ${attempts} to run`, isUp);
      }
    });
  });
});
