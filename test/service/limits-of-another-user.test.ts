/** Limits that root does not feel, staged with a service of another user; pending where there can be none. */

import { expect } from 'chai';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';

import type { AttemptAnswer } from '../../src/http/schemas/attempt.ts';
import { BY_ANOTHER_USER, canBeAnotherUser, giveAway, limitProcesses } from '../support/another-user.ts';
import { eventually } from '../support/eventually.ts';
import { livingProcesses } from '../support/living-processes.ts';
import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
  type StepJson,
} from '../support/service-process.ts';

(canBeAnotherUser() ? describe : describe.skip)('a service that is not root', function () {
  let folders: ServiceFolders;
  let database: ServiceDatabase;
  let service: ServiceProcess;
  const undo: (() => unknown)[] = [];

  before(async () => {
    folders = await makeServiceFolders();
    giveAway(folders);
    database = await openPostgres();
    service = await startServiceProcess(folders, { ...database.settings, KILL_GRACE: '0.5' }, BY_ANOTHER_USER);
  });

  after(async () => {
    await service.end('SIGTERM');
    await database.close();
    await folders.remove();
  });

  afterEach(async () => {
    for (const each of undo.splice(0)) await each();
  });

  async function execute(taskId: string): Promise<StepJson> {
    expect((await service.execute(taskId)).status).to.equal(202);
    const isOver = async () => !(await service.call(`/tasks/${taskId}`)).body.active;
    await eventually('the run to end', isOver);
    const [step] = await service.steps(taskId);
    if (!step) throw new Error('the task has no step');
    return step;
  }

  async function run(taskId: string, script: string): Promise<StepJson> {
    await service.createTask(taskId, [script]);
    return execute(taskId);
  }

  async function read(path: string): Promise<string> {
    return (await fetch(`${service.url}/api/v1/init${path}`)).text();
  }

  async function launcher(taskId: string): Promise<number> {
    await run(taskId, 'echo $PPID');
    return Number(await read(`/tasks/${taskId}/steps/1/log`));
  }

  /** Takes all rights away from a file or folder of the service, until the test is over. */
  async function close(path: string): Promise<void> {
    await chmod(path, 0);
    undo.push(() => chmod(path, 0o750));
  }

  it('B24: a log and a record that may not be read: 404 unreadable, and the attempt says so', async () => {
    const { logPath } = await run('b24', 'echo fine');
    const log = join(folders.root, 'data/logs', String(logPath));
    await close(log);
    await close(log.replace(/log$/, 'json'));
    const { status, body } = await service.call('/tasks/b24/steps/1/log');
    expect({ ...body, status }).to.include({ status: 404, type: '/problems/log-not-available', reason: 'unreadable' });
    const [attempt] = JSON.parse(await read('/tasks/b24/steps/1/attempts')) as AttemptAnswer[];
    expect(attempt).to.include({ hasLog: false, record: 'unreadable', exitCode: null });
  });

  it('F51: a log folder without permission: FAILED "cannot create the log folder: EACCES" until there is one', async () => {
    const logs = join(folders.root, 'data/logs');
    await chmod(logs, 0o500);
    undo.push(() => chmod(logs, 0o750));
    const step = await run('f51', 'true');
    expect(step).to.include({ status: 'FAILED', exitCode: null, message: 'cannot create the log folder: EACCES' });
    await chmod(logs, 0o750);
    expect(await execute('f51')).to.include({ status: 'SUCCESS', attempts: 2 });
  });

  it('F51: a folder of one task without permission: only that task is FAILED', async () => {
    const { logPath } = await run('f51-task', 'exit 1');
    await close(join(folders.root, 'data/logs', String(logPath).split('/')[0] ?? ''));
    expect(await execute('f51-task')).to.include({ status: 'FAILED', message: 'cannot open the log: EACCES' });
    expect(await run('f51-other', 'true')).to.include({ status: 'SUCCESS' });
  });

  it('LOCK_DIR without permission: FAILED "cannot write the step lock: EACCES" until there is one', async () => {
    const locks = join(folders.root, 'locks');
    await chmod(locks, 0);
    undo.push(() => chmod(locks, 0o700));
    const step = await run('locks', 'true');
    expect(step).to.include({ status: 'FAILED', exitCode: null, message: 'cannot write the step lock: EACCES' });
    await chmod(locks, 0o700);
    expect(await execute('locks')).to.include({ status: 'SUCCESS', attempts: 2 });
  });

  it('F57: as many processes as its user may have, EAGAIN: FAILED "cannot start the script: EAGAIN"', async () => {
    const raise = limitProcesses(await launcher('parent-57'), 1);
    undo.push(raise);
    const step = await run('f57', 'true');
    expect(step).to.include({ status: 'FAILED', exitCode: null, message: 'cannot start the script: EAGAIN' });
    raise();
    expect(await execute('f57')).to.include({ status: 'SUCCESS', attempts: 2 });
  });

  it('C38: a script that starts more processes than its user may have: FAILED by its own code, and nothing is left', async () => {
    undo.push(limitProcesses(await launcher('parent-38'), 100));
    const step = await run('c38', 'n=0; while [ $n -lt 50000 ]; do sleep 60 & n=$((n + 1)); done');
    expect(step.status).to.equal('FAILED');
    expect(step.exitCode).to.be.within(1, 254);
    expect(step.message).to.match(/^exit code \d+; last output: .*fork/i);
    expect(livingProcesses('TASK_ID=c38')).to.deep.equal([]);
    expect(await run('c38-after', 'echo fine')).to.include({ status: 'SUCCESS' });
  });
});
