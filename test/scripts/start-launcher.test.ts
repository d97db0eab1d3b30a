/** What the launcher survives, and what its death means. */

import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { promisify } from 'node:util';

import { LauncherDied, LauncherUnavailable } from '../../src/scripts/launcher/launcher-errors.ts';
import { startLauncher } from '../../src/scripts/start-launcher.ts';
import { eventually } from '../support/eventually.ts';
import { livingProcesses, markerOf } from '../support/living-processes.ts';
import { openTestScripts, type TestScripts } from '../support/open-test-scripts.ts';
import { rejectionOf } from '../support/rejection-of.ts';

const STUBBORN = `trap '' TERM; (trap '' TERM; sleep 60; sleep 60) & echo ready $PPID; sleep 60; sleep 60`;

describe('startLauncher', () => {
  let test: TestScripts;

  beforeEach(async () => {
    test = await openTestScripts({ killGraceMs: 300 });
  });
  afterEach(() => test.close());

  async function startReady(script: string, stepNo: number) {
    const attempt = test.attempt(script, { stepNo });
    const running = await test.scripts.start(attempt);
    const launcher = await eventually('the script to be ready', async () =>
      Number(/ready (\d+)/.exec(await test.readLog(attempt))?.[1] ?? 0),
    );
    return { attempt, running, launcher };
  }

  it('lets the service notice the death of the launcher, fence what it ran, and go on with another', async () => {
    const started = await Promise.all([1, 2, 3].map((stepNo) => startReady(STUBBORN, stepNo)));
    for (const { attempt } of started)
      await eventually('its children to live', () => livingProcesses(markerOf(attempt)).length >= 4);
    process.kill(started[0]?.launcher ?? 0, 'SIGKILL');
    for (const { running } of started) expect(await rejectionOf(running.exit)).to.be.instanceOf(LauncherDied);
    const [first] = started;
    expect(String(await rejectionOf(first?.running.exit ?? Promise.resolve()))).to.include('SIGKILL');

    const fenced = started.map(({ attempt }) => test.scripts.fence(attempt, attempt.logPath));
    for (const { endedProcesses } of await Promise.all(fenced)) expect(endedProcesses).to.be.at.least(3);
    for (const { attempt } of started) expect(livingProcesses(markerOf(attempt))).to.deep.equal([]);

    const next = await startReady('echo ready $PPID; exit 8', 1);
    expect(await next.running.exit).to.include({ exitCode: 8 });
    expect(next.launcher).to.not.equal(first?.launcher);
  });

  it('survives Ctrl-C, TERM and a closing terminal', async () => {
    const { launcher, running } = await startReady('echo ready $PPID; sleep 0.5; exit 2', 1);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(launcher, signal);
    expect(await running.exit).to.include({ exitCode: 2 });
    expect((await startReady('echo ready $PPID', 2)).launcher).to.equal(launcher);
  });

  it('is in a session of its own and shows scripts nothing of the service', async () => {
    const { launcher } = await startReady('echo ready $PPID', 1);
    const [, session] = /^\d+ \(.*\) \S \d+ \d+ (\d+)/.exec(readFileSync(`/proc/${launcher}/stat`, 'latin1')) ?? [];
    expect(Number(session)).to.equal(launcher);
    const names = readFileSync(`/proc/${launcher}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0]);
    expect(names.filter((name) => name !== '')).to.have.members([
      'PATH',
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
    ]);
  });

  it('does not obey settings of Node that are meant for scripts', async () => {
    const other = await openTestScripts({ environment: { NODE_OPTIONS: '--no-such-flag' } });
    const { exit } = await other.scripts.start(other.attempt('echo "$NODE_OPTIONS"'));
    expect(await exit).to.include({ exitCode: 0, lastLine: '--no-such-flag' });
    await other.close();
  });

  it('takes the scripts that run with it when it is closed: TERM, their grace, KILL', async () => {
    const stubborn = await startReady(STUBBORN, 1);
    await test.scripts.close();
    expect(livingProcesses(markerOf(stubborn.attempt))).to.deep.equal([]);
    expect(await rejectionOf(stubborn.running.exit)).to.be.instanceOf(LauncherDied);
  });

  it('lets them tidy up within their grace when it is closed', async () => {
    const other = await openTestScripts({ killGraceMs: 120_000 });
    const gentle = other.attempt('trap "echo tidy; exit" TERM; echo ready; sleep 60 & wait');
    await other.scripts.start(gentle);
    await eventually('the script to be ready', async () => (await other.readLog(gentle)).includes('ready'));
    await other.scripts.close();
    expect(await other.readLog(gentle)).to.include('tidy');
    await other.close();
  });

  it('starts nothing after it is closed', async () => {
    await test.scripts.close();
    const attempt = test.attempt('echo');
    const { exit } = await test.scripts.start(attempt);
    expect(await exit).to.deep.include({ kind: 'not-started' });
    await test.scripts.close();
  });

  it('leaves nothing behind when it is closed before it is ready', async () => {
    const launcher = startLauncher({ environment: { CLOSED: 'early' }, killGraceMs: 100 });
    const ready = launcher.ready();
    await launcher.close();
    expect(await rejectionOf(ready)).to.be.instanceOf(LauncherUnavailable);
    expect(livingProcesses('CLOSED=early')).to.deep.equal([]);
  });

  it('says that descriptors are short, and begins once there are some', async () => {
    const program = new URL('fixtures/few-descriptors.ts', import.meta.url).pathname;
    const command = `ulimit -n 64; exec "$0" "$1"`;
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command, process.execPath, program]);
    const [first, second] = stdout.split('\n');
    expect(first).to.match(/^LauncherUnavailable: .* cannot be started: EMFILE; .*limit of open files/);
    expect(second).to.equal('ready');
  });
});
