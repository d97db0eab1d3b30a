/** The fence before a start: after it nothing of a dead attempt runs, and none can start. */

import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import process from 'node:process';

import { stepLockPath } from '../../src/scripts/lock/step-lock.ts';
import type { Attempt } from '../../src/scripts/scripts.ts';
import { eventually } from '../support/eventually.ts';
import { livingProcesses, markerOf } from '../support/living-processes.ts';
import { openTestScripts, type TestScripts } from '../support/open-test-scripts.ts';
import { rejectionOf } from '../support/rejection-of.ts';

/** Node hands no descriptors on but those it is told to. */
const WITHOUT_LOCK = `'${process.execPath}' -e '
require("node:child_process").spawn("sleep", ["60"], { detached: true, stdio: "ignore" }).unref()
'; exit 1`;

describe('fenceStep', () => {
  let test: TestScripts;
  /** Of another service on the same folders. */
  let other: TestScripts;

  before(async () => {
    test = await openTestScripts({ killGraceMs: 200 });
    other = await test.another();
  });
  after(() => test.close());

  it('finds nothing where nothing is', async () => {
    const attempt = test.attempt(null, { stepNo: 100 });
    const nothing = { endedProcesses: 0, recordedEnd: null };
    expect(await test.scripts.fence(attempt, attempt.logPath)).to.deep.equal(nothing);
    expect(await test.scripts.fence(attempt, null)).to.deep.equal(nothing);
    expect(await test.scripts.fence(attempt, '/an/adopted/path.log')).to.deep.equal(nothing);
  });

  it('ends a running script of another service, its children too, and counts them', async () => {
    const attempt = test.attempt(`trap '' TERM; (trap '' TERM; sleep 60; sleep 60) & echo ready; sleep 60; sleep 60`);
    const running = await other.scripts.start(attempt);
    await eventually('the script to be ready', async () => (await test.readLog(attempt)).includes('ready'));
    await eventually('its children to live', () => livingProcesses(markerOf(attempt)).length >= 4);
    const { endedProcesses } = await test.scripts.fence(attempt, attempt.logPath);
    expect(endedProcesses).to.be.at.least(4);
    expect(livingProcesses(markerOf(attempt))).to.deep.equal([]);
    expect((await running.exit).kind).to.equal('unknown');
  });

  it('ends what has closed the lock, by the attempt in its environment', async () => {
    const attempt = test.attempt(WITHOUT_LOCK, { stepNo: 2 });
    await (
      await test.scripts.start(attempt)
    ).exit;
    expect(livingProcesses(markerOf(attempt))).to.have.length(1);
    expect(await test.scripts.fence(attempt, attempt.logPath)).to.include({ endedProcesses: 1 });
    expect(livingProcesses(markerOf(attempt))).to.deep.equal([]);
  });

  it('ends what holds the lock without the attempt in its environment', async () => {
    const daemon = `WITHOUT=${basename(test.folder)}-marker`;
    const attempt = test.attempt(`setsid env -i ${daemon} sleep 60 &`, { stepNo: 3 });
    await (
      await test.scripts.start(attempt)
    ).exit;
    await eventually('the daemon to live', () => livingProcesses(daemon).length === 1);
    expect(await test.scripts.fence(attempt, null)).to.include({ endedProcesses: 1 });
    expect(livingProcesses(daemon)).to.deep.equal([]);
  });

  it('ends what holds a lock that somebody has removed', async () => {
    const daemon = `WITHOUT=${basename(test.folder)}-lock-file`;
    const attempt = test.attempt(`setsid env -i ${daemon} sleep 60 &`, { stepNo: 13 });
    await (
      await test.scripts.start(attempt)
    ).exit;
    await eventually('the daemon to live', () => livingProcesses(daemon).length === 1);
    await rm(stepLockPath({ lockDir: join(test.folder, 'locks'), databaseIdentity: 'a database' }, attempt));
    expect(await test.scripts.fence(attempt, null)).to.include({ endedProcesses: 1 });
    expect(livingProcesses(daemon)).to.deep.equal([]);
  });

  it('makes the folder of the locks again where it is gone', async () => {
    await rm(join(test.folder, 'locks'), { recursive: true, maxRetries: 5 });
    expect(await test.scripts.fence(test.attempt(null, { stepNo: 14 }), null)).to.include({ endedProcesses: 0 });
  });

  it('leaves other steps and other databases alone', async () => {
    const attempt = test.attempt('echo ready; sleep 60', { stepNo: 4 });
    const running = await test.scripts.start(attempt);
    await eventually('the script to be ready', async () => (await test.readLog(attempt)).includes('ready'));
    await test.scripts.fence({ ...attempt, stepNo: 5 }, test.attempt(null).logPath);
    await test.scripts.fence({ ...attempt, taskId: 'another task' }, null);
    expect(livingProcesses(markerOf(attempt))).to.not.deep.equal([]);
    running.kill('asked by the test');
    await running.exit;
  });

  it('leaves alone who only has the file of the lock open', async () => {
    const lockPath = stepLockPath(
      { lockDir: join(test.folder, 'locks'), databaseIdentity: 'a database' },
      { taskId: 'a task', stepNo: 6 },
    );
    await writeFile(lockPath, '');
    const reader = spawn('sh', ['-c', 'exec 8<"$1"; echo ready; exec sleep 60', 'sh', lockPath]);
    await once(reader.stdout, 'data');
    // A holder besides, so that there is a look at who has the file open.
    const attempt = test.attempt('sleep 60', { stepNo: 6 });
    await test.scripts.start(attempt);
    await eventually('the script to run', () => livingProcesses(markerOf(attempt)).length > 0);
    await test.scripts.fence(attempt, null);
    expect(reader.exitCode).to.equal(null);
    expect(reader.signalCode).to.equal(null);
    reader.kill('SIGKILL');
    await once(reader, 'exit');
  });

  it('lets no child start that comes late', async () => {
    const parent = await launcherOf(other);
    for (let round = 1; round <= 5; round += 1) {
      process.kill(parent, 'SIGSTOP');
      const attempt = other.attempt('echo late', { stepNo: 7, attempt: round });
      const starting = other.scripts.start(attempt);
      await eventually('the ticket to be written', () => ticketOf(test, attempt).includes('waiting'));
      await test.scripts.fence(attempt, attempt.logPath);
      process.kill(parent, 'SIGCONT');
      const running = await starting;
      expect(await running.exit).to.include({
        kind: 'not-started',
        reason: 'another start of this step took over its lock',
      });
      expect(await test.readLog(attempt)).to.equal('');
    }
  });

  it('lets a late child of an older attempt not stand in the way of a new one', async () => {
    const parent = await launcherOf(other);
    process.kill(parent, 'SIGSTOP');
    const old = other.attempt('echo late', { stepNo: 8 });
    const starting = other.scripts.start(old);
    await eventually('the ticket to be written', () => ticketOf(test, old).includes('waiting'));
    await test.scripts.fence(old, old.logPath);
    const running = await test.scripts.start(test.attempt('sleep 0.3; echo new', { stepNo: 8, attempt: 2 }));
    process.kill(parent, 'SIGCONT');
    expect((await (await starting).exit).kind).to.equal('not-started');
    expect(await running.exit).to.include({ exitCode: 0, lastLine: 'new' });
  });

  it('tells how a script had ended by its record', async () => {
    const attempt = test.attempt('exit 4', { stepNo: 9 });
    const exit = await (await test.scripts.start(attempt)).exit;
    const { recordedEnd } = await test.scripts.fence(attempt, attempt.logPath);
    expect(recordedEnd).to.equal(`the script itself had ended with exit code 4 at ${exit.at}`);
  });

  it('tells the signal that had ended a script', async () => {
    const attempt = test.attempt('kill -9 $$', { stepNo: 10 });
    const exit = await (await test.scripts.start(attempt)).exit;
    const { recordedEnd } = await test.scripts.fence(attempt, attempt.logPath);
    expect(recordedEnd).to.equal(`the script itself had been killed by SIGKILL at ${exit.at}`);
  });

  it('tells nothing by a record that is cut', async () => {
    const attempt = test.attempt('exit 4', { stepNo: 11 });
    await (
      await test.scripts.start(attempt)
    ).exit;
    await truncate(join(test.folder, 'logs', attempt.logPath.replace(/log$/, 'json')), 1000);
    expect(await test.scripts.fence(attempt, attempt.logPath)).to.include({ recordedEnd: null });
  });

  it('says that it cannot write the lock, without the path of the lock', async () => {
    const attempt = test.attempt(null, { stepNo: 12 });
    await mkdir(stepLockPath({ lockDir: join(test.folder, 'locks'), databaseIdentity: 'a database' }, attempt));
    const error = await rejectionOf(test.scripts.fence(attempt, attempt.logPath));
    expect(String(error)).to.equal('Error: cannot write the step lock: EISDIR');
  });
});

describe('fenceStep, where scripts are files', () => {
  let test: TestScripts;

  before(async () => {
    test = await openTestScripts({ policy: 'files', killGraceMs: 200 });
    await makeScript('parent.sh', 'echo $PPID');
    await makeScript('late.sh', 'echo late');
    await makeScript('daemon.sh', "trap '' TERM; echo ready; sleep 60; sleep 60");
  });
  after(() => test.close());

  const makeScript = (name: string, body: string) =>
    writeFile(join(test.scriptsDir, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });

  it('lets no child start that comes late', async () => {
    const late = await test.another();
    const parent = await launcherOf(late, 'parent.sh');
    process.kill(parent, 'SIGSTOP');
    const attempt = late.attempt('late.sh');
    const starting = late.scripts.start(attempt);
    await eventually('the ticket to be written', () => ticketOf(test, attempt).includes('waiting'));
    await test.scripts.fence(attempt, attempt.logPath);
    process.kill(parent, 'SIGCONT');
    expect(await (await starting).exit).to.include({
      kind: 'not-started',
      reason: 'another start of this step took over its lock',
    });
    expect(await test.readLog(attempt)).to.equal('');
  });

  it('ends a file that runs, which holds the lock of its step', async () => {
    const attempt = test.attempt('daemon.sh', { stepNo: 2 });
    const running = await test.scripts.start(attempt);
    await eventually('the script to be ready', async () => (await test.readLog(attempt)).includes('ready'));
    await eventually('its children to live', () => livingProcesses(markerOf(attempt)).length >= 2);
    const { endedProcesses } = await test.scripts.fence(attempt, null);
    expect(endedProcesses).to.be.at.least(2);
    expect(livingProcesses(markerOf(attempt))).to.deep.equal([]);
    expect((await running.exit).kind).to.equal('unknown');
  });
});

async function launcherOf(test: TestScripts, script = 'echo $PPID'): Promise<number> {
  const attempt = test.attempt(script, { stepNo: 1000 });
  await (
    await test.scripts.start(attempt)
  ).exit;
  return Number(await test.readLog(attempt));
}

function ticketOf(test: TestScripts, attempt: Attempt): string {
  return readFileSync(
    stepLockPath({ lockDir: join(test.folder, 'locks'), databaseIdentity: 'a database' }, attempt),
    'utf8',
  );
}
