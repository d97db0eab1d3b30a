import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import process from 'node:process';

import { eventually } from '../support/eventually.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { livingProcesses } from '../support/living-processes.ts';
import { cpuMsOf } from '../support/process-family.ts';
import { openEmbedded, openPostgres } from '../support/service-databases.ts';
import {
  beginService,
  makeServiceFolders,
  runServiceToEnd,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { WITHOUT_OUTPUT } from '../support/the-service.ts';
import { witnessScripts } from '../support/witnessed-scripts.ts';

describe('signals and a standard output that goes away (F18, F19)', () => {
  let folders: ServiceFolders;

  before(async () => {
    folders = await makeServiceFolders();
  });

  after(() => folders.remove());

  describe('of a service with the embedded database', () => {
    let service: ServiceProcess;

    before(async () => {
      await openEmbedded(folders);
      service = await startServiceProcess(folders, { LOG_LEVEL: 'debug', SHUTDOWN_GRACE: '0.3' });
    });

    after(() => service.end('SIGKILL'));

    it('SIGSTOP for seconds, then CONT (F19): the data folder is kept, and the outcome stored afterwards', async () => {
      const taskId = basename(folders.root);
      const witness = witnessScripts(folders.root);
      await service.createTask(taskId, [
        witness.script('until [ -e go ]; do sleep 0.05; done'),
        witness.script('true'),
      ]);
      await service.execute(taskId);
      await witness.until('start 1.1');
      process.kill(service.pid, 'SIGSTOP');
      const other = await runServiceToEnd(folders, {});
      expect(other.error)
        .to.match(/^tms-init: .* is in use by process \d+\.\n$/)
        .and.include(` ${service.pid}.`);
      await writeFile(join(folders.root, 'go'), '');
      await witness.until('end 1.1');
      const isOver = () => livingProcesses(`TASK_ID=${taskId}\0`).length === 0;
      await eventually('the script to end behind its back', isOver);
      expect(await witness.journal()).to.equal('start 1.1\nend 1.1\n');
      process.kill(service.pid, 'SIGCONT');
      await service.untilStatus(taskId, 'SUCCESS');
      const steps = await service.steps(taskId);
      expect(steps.map(({ status, exitCode, attempts }) => [status, exitCode, attempts])).to.deep.equal([
        ['SUCCESS', 0, 1],
        ['SUCCESS', 0, 1],
      ]);
      expect(await witness.journal()).to.equal('start 1.1\nend 1.1\nstart 2.1\nend 2.1\n');
    });

    it('SIGPIPE and a reader of its output that has gone (F18) end nothing; SIGHUP ends it in order', async () => {
      process.kill(service.pid, 'SIGPIPE');
      service.closeOutput();
      await service.createTask('unheard', ['true', 'sleep 3', 'true']);
      const before = cpuMsOf(service.pid);
      await service.execute('unheard');
      await service.untilStatus('unheard', 'SUCCESS');
      // A loop of failing writes would have computed all the time.
      expect(cpuMsOf(service.pid) - before).to.be.lessThan(2000);
      await service.createTask('hung up', ['sleep 60']);
      await service.execute('hung up');
      expect(await service.endGroup('SIGHUP')).to.equal(0);
    });
  });

  it('closed stdout from the start on (F18) ends nothing and keeps it from nothing', async () => {
    const database = await openPostgres();
    // One that cannot say its port has to be given one.
    const port = await lastingPort();
    const begun = beginService(folders, { ...database.settings, PORT: String(port) }, WITHOUT_OUTPUT);
    try {
      const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
      await eventually('the service to be ready', isReady);
      const before = cpuMsOf(begun.pid);
      const tasks = `http://127.0.0.1:${port}/api/v1/init/tasks`;
      await post(tasks, { taskId: 'mute', name: 'mute', steps: [{ name: 'say', script: 'echo hello; sleep 3' }] });
      await post(`${tasks}/mute/execute`, {});
      const isOver = async () => (await (await fetch(`${tasks}/mute`)).text()).includes('"SUCCESS"');
      await eventually('the task to be SUCCESS', isOver);
      // What is opened instead of the closed output must not get what is meant for it.
      expect(await (await fetch(`${tasks}/mute/steps/1/log`)).text()).to.equal('hello\n');
      expect(cpuMsOf(begun.pid) - before).to.be.lessThan(2000);
    } finally {
      expect(await begun.endGroup('SIGTERM')).to.equal(0);
      await database.close();
    }
  });
});

async function post(url: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`answered ${response.status}`);
}
