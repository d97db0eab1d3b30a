/** How a running script and what it leaves are ended. */

import { expect } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Attempt, RunningScript } from '../../src/scripts/scripts.ts';
import { eventually } from '../support/eventually.ts';
import { livingProcesses, markerOf } from '../support/living-processes.ts';
import { openTestScripts, type TestScripts } from '../support/open-test-scripts.ts';

/** Ignores TERM, with a child and a grandchild that do so too. */
const STUBBORN = `trap '' TERM
sh -c 'trap "" TERM; sh -c "trap \\"\\" TERM; sleep 60" & sleep 60' &
echo ready
sleep 60
sleep 60`;

describe('superviseScript', () => {
  let test: TestScripts;

  before(async () => {
    test = await openTestScripts({ killGraceMs: 200 });
  });
  after(() => test.close());

  async function startUntilReady(script: string): Promise<{ attempt: Attempt; running: RunningScript }> {
    const attempt = test.attempt(script);
    const running = await test.scripts.start(attempt);
    await eventually('the script to be ready', async () => (await test.readLog(attempt)).includes('ready'));
    return { attempt, running };
  }

  it('ends a script and its children by TERM', async () => {
    const { attempt, running } = await startUntilReady('sleep 60 & echo ready; wait');
    running.terminate('asked by the test');
    expect(await running.exit).to.include({ kind: 'signalled', signal: 'SIGTERM' });
    await running.clear();
    expect(livingProcesses(markerOf(attempt))).to.deep.equal([]);
  });

  it('lets a script tidy up on TERM and keeps its code', async () => {
    const { running } = await startUntilReady('trap "echo tidy; exit 5" TERM; echo ready; sleep 60 & wait');
    running.terminate('asked by the test');
    expect(await running.exit).to.include({ kind: 'exited', exitCode: 5, lastLine: 'tidy' });
    await running.clear();
  });

  it('ends by KILL what ignores TERM, with its grandchildren', async () => {
    const { attempt, running } = await startUntilReady(STUBBORN);
    running.terminate('asked by the test');
    running.kill('asked by the test');
    expect(await running.exit).to.include({ kind: 'signalled', signal: 'SIGKILL' });
    await running.clear();
    expect(livingProcesses(markerOf(attempt))).to.deep.equal([]);
  });

  it('kills at once what left the group, by the attempt in its environment', async () => {
    const { attempt, running } = await startUntilReady(`trap '' TERM; setsid sleep 60 & echo ready; sleep 60`);
    await eventually('the child to have a session', () => livingProcesses(markerOf(attempt)).length >= 3);
    running.kill('asked by the test');
    await running.exit;
    await eventually('all to be gone', () => livingProcesses(markerOf(attempt)).length === 0);
  });

  it('ends a script that has stopped itself', async () => {
    const { running } = await startUntilReady('echo ready; kill -STOP $$');
    running.kill('asked by the test');
    expect(await running.exit).to.include({ kind: 'signalled', signal: 'SIGKILL' });
  });

  it('ends a script that is killed before it has begun', async () => {
    const running = await test.scripts.start(test.attempt('sleep 60'));
    running.kill('asked by the test');
    const exit = await running.exit;
    expect(exit.kind).to.be.oneOf(['signalled', 'not-started']);
  });

  it('clears what a killed leader left in its group', async () => {
    const { attempt, running } = await startUntilReady('sleep 60 & env -i sleep 60 & echo ready; kill -9 $$');
    expect(await running.exit).to.include({ kind: 'signalled', signal: 'SIGKILL' });
    await eventually('the other child to lose its marker', () => livingProcesses(markerOf(attempt)).length === 1);
    await running.clear();
    expect(livingProcesses(markerOf(attempt))).to.deep.equal([]);
  });

  it('clears children that ignore TERM', async () => {
    const { attempt, running } = await startUntilReady(
      `(trap '' TERM; echo ready; sleep 60; sleep 60) & sleep 0.3; exit 1`,
    );
    expect(await running.exit).to.include({ exitCode: 1 });
    const began = performance.now();
    await running.clear();
    expect(performance.now() - began).to.be.at.least(190);
    expect(livingProcesses(markerOf(attempt))).to.deep.equal([]);
  });

  it('leaves the holder of the step lock alone when it clears, as that may be a successor', async () => {
    const { attempt, running } = await startUntilReady('echo ready; exit 1');
    await running.exit;
    const next = await startUntilReady('echo ready; sleep 60');
    await running.clear();
    expect(livingProcesses(markerOf(attempt))).to.deep.equal([]);
    expect(livingProcesses(markerOf(next.attempt))).to.not.deep.equal([]);
    next.running.kill('asked by the test');
    await next.running.exit;
  });

  it('clears nothing where nothing is left, and may be asked again', async () => {
    const { running } = await startUntilReady('echo ready');
    await running.exit;
    await running.clear();
    running.terminate('asked by the test');
    running.kill('asked by the test');
    await running.clear();
    expect(await running.exit).to.include({ exitCode: 0 });
  });

  it('keeps its memory while a script writes 200 MB', async () => {
    const before = process.memoryUsage().rss;
    const { exit } = await test.scripts.start(test.attempt('head -c 200000000 /dev/zero; echo; echo end'));
    expect(await exit).to.include({ exitCode: 0, lastLine: 'end' });
    expect(process.memoryUsage().rss - before).to.be.below(20_000_000);
  });
});

describe('a daemon that a successful step left', () => {
  let test: TestScripts;

  before(async () => {
    test = await openTestScripts({ killGraceMs: 200 });
  });
  after(() => test.close());

  const DAEMON =
    'setsid sh -c "echo \\$\\$ > daemon.pid; exec sleep 300" & while [ ! -s daemon.pid ]; do sleep 0.02; done';

  it('lives on, and is ended when that very step runs again', async () => {
    const first = test.attempt(DAEMON);
    expect(await (await test.scripts.start(first)).exit).to.include({ exitCode: 0 });
    const [daemon] = livingProcesses(markerOf(first));
    expect(Number(await readFile(join(test.folder, 'daemon.pid'), 'utf8'))).to.equal(daemon);

    await (
      await test.scripts.start(test.attempt('echo another step', { stepNo: 2 }))
    ).exit;
    expect(livingProcesses(markerOf(first))).to.deep.equal([daemon]);

    const second = test.attempt(`grep -q . /proc/${daemon}/environ && echo alive; exit 0`, { attempt: 2 });
    expect(await (await test.scripts.start(second)).exit).to.include({ kind: 'exited', exitCode: 0 });
    expect(await test.readLog(second)).to.not.include('alive');
    expect(livingProcesses(markerOf(first))).to.deep.equal([]);
  });

  it('is ended by KILL where it ignores TERM', async () => {
    const first = await leaveStubborn(3);
    expect(await (await test.scripts.start(test.attempt('exit 6', { stepNo: 3 }))).exit).to.include({ exitCode: 6 });
    expect(livingProcesses(markerOf(first))).to.deep.equal([]);
  });

  it('lives on when the service closes', async () => {
    const first = test.attempt('setsid sleep 300 & exit 0', { stepNo: 4 });
    const other = await test.another();
    expect(await (await other.scripts.start(first)).exit).to.include({ exitCode: 0 });
    await other.close();
    expect(livingProcesses(markerOf(first))).to.have.length(1);
    await test.scripts.fence({ taskId: first.taskId, stepNo: 4 }, null);
    expect(livingProcesses(markerOf(first))).to.deep.equal([]);
  });

  it('does not hold up a start that is told to stop while it is being ended', async () => {
    await leaveStubborn(5);
    await writeFile(join(test.folder, 'never'), '');
    const running = await test.scripts.start(test.attempt('rm never', { stepNo: 5 }));
    running.terminate('asked by the test');
    expect((await running.exit).kind).to.equal('not-started');
    expect(await readFile(join(test.folder, 'never'), 'utf8')).to.equal('');
  });

  /** One that ignores TERM, and lives by then with its child. */
  async function leaveStubborn(stepNo: number): Promise<Attempt> {
    const attempt = test.attempt(`(trap '' TERM; sleep 300; sleep 300) &`, { stepNo });
    expect(await (await test.scripts.start(attempt)).exit).to.include({ exitCode: 0 });
    await eventually('the daemon to live', () => livingProcesses(markerOf(attempt)).length === 2);
    return attempt;
  }
});
