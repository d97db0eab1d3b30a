/** Limits that root does not feel, staged with a service of another user; pending where there can be none. */

import { expect } from 'chai';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';

import { BY_ANOTHER_USER, canBeAnotherUser, giveAway, limitProcesses } from '../support/another-user.ts';
import { livingProcesses } from '../support/living-processes.ts';
import { makeServiceFolders, type ServiceFolders, type ServiceProcess } from '../support/service-process.ts';
import { attemptsOf, execute, launcherOf, openStage, run, type Stage } from '../support/staged-service.ts';

(canBeAnotherUser() ? describe : describe.skip)('a service that is not root', function () {
  let folders: ServiceFolders;
  let stage: Stage;
  let service: ServiceProcess;
  const undo: (() => unknown)[] = [];

  before(async () => {
    folders = await makeServiceFolders();
    giveAway(folders);
    stage = await openStage({}, { command: BY_ANOTHER_USER, folders });
    service = stage.service;
  });

  after(() => stage.close());

  afterEach(async () => {
    for (const each of undo.splice(0)) await each();
  });

  /** Takes all rights away from a file or folder of the service, until the test is over. */
  async function close(path: string): Promise<void> {
    await chmod(path, 0);
    undo.push(() => chmod(path, 0o750));
  }

  it('B24: a log and a record that may not be read: 404 unreadable, and the attempt says so', async () => {
    const { logPath } = await run(service, 'b24', 'echo fine');
    const log = join(folders.root, 'data/logs', String(logPath));
    await close(log);
    await close(log.replace(/log$/, 'json'));
    const { status, body } = await service.call('/tasks/b24/steps/1/log');
    expect({ ...body, status }).to.include({ status: 404, type: '/problems/log-not-available', reason: 'unreadable' });
    const [attempt] = await attemptsOf(service, 'b24');
    expect(attempt).to.include({ hasLog: false, record: 'unreadable', exitCode: null });
  });

  it('F51: a log folder without permission: FAILED "cannot create the log folder: EACCES" until there is one', async () => {
    const logs = join(folders.root, 'data/logs');
    await chmod(logs, 0o500);
    undo.push(() => chmod(logs, 0o750));
    const step = await run(service, 'f51', 'true');
    expect(step).to.include({ status: 'FAILED', exitCode: null, message: 'cannot create the log folder: EACCES' });
    await chmod(logs, 0o750);
    expect(await execute(service, 'f51')).to.include({ status: 'SUCCESS', attempts: 2 });
  });

  it('F51: a folder of one task without permission: only that task is FAILED', async () => {
    const { logPath } = await run(service, 'f51-task', 'exit 1');
    await close(join(folders.root, 'data/logs', String(logPath).split('/')[0] ?? ''));
    expect(await execute(service, 'f51-task')).to.include({ status: 'FAILED', message: 'cannot open the log: EACCES' });
    expect(await run(service, 'f51-other', 'true')).to.include({ status: 'SUCCESS' });
  });

  it('LOCK_DIR without permission: FAILED "cannot write the step lock: EACCES" until there is one', async () => {
    const locks = join(folders.root, 'locks');
    await chmod(locks, 0);
    undo.push(() => chmod(locks, 0o700));
    const step = await run(service, 'locks', 'true');
    expect(step).to.include({ status: 'FAILED', exitCode: null, message: 'cannot write the step lock: EACCES' });
    await chmod(locks, 0o700);
    expect(await execute(service, 'locks')).to.include({ status: 'SUCCESS', attempts: 2 });
  });

  it('F57: as many processes as its user may have, EAGAIN: FAILED "cannot start the script: EAGAIN"', async () => {
    const raise = limitProcesses(await launcherOf(service, 'parent-57'), 1);
    undo.push(raise);
    const step = await run(service, 'f57', 'true');
    expect(step).to.include({ status: 'FAILED', exitCode: null, message: 'cannot start the script: EAGAIN' });
    raise();
    expect(await execute(service, 'f57')).to.include({ status: 'SUCCESS', attempts: 2 });
  });

  it('C38: a script that starts more processes than its user may have: FAILED by its own code, and nothing is left', async () => {
    undo.push(limitProcesses(await launcherOf(service, 'parent-38'), 100));
    const step = await run(service, 'c38', 'n=0; while [ $n -lt 50000 ]; do sleep 60 & n=$((n + 1)); done');
    expect(step.status).to.equal('FAILED');
    expect(step.exitCode).to.be.within(1, 254);
    expect(step.message).to.match(/^exit code \d+; last output: .*fork/i);
    expect(livingProcesses('TASK_ID=c38')).to.deep.equal([]);
    expect(await run(service, 'c38-after', 'echo fine')).to.include({ status: 'SUCCESS' });
  });
});
