/** What a real service takes and lets run, as its settings say. */

import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { StepJson } from '../support/service-process.ts';
import { attemptsOf, ended, execute, openStage, run, type Stage, waitFor } from '../support/staged-service.ts';
import { type Command, THE_SERVICE } from '../support/the-service.ts';

const WITH_FEW_FILES: Command = ['/bin/sh', '-c', 'ulimit -n 256; exec "$0" "$@"', ...THE_SERVICE];

describe('the limits that are set', () => {
  let stage: Stage;
  /** With a limit of time, which would end the scripts of the others on a busy machine. */
  let hasty: Stage;
  let slow: Promise<StepJson>;

  before(async () => {
    const ofLoad = { MAX_BODY: '1KiB', MAX_HEADERS: '2KiB', HEADERS_TIMEOUT: '60', MAX_CONNECTIONS: '300' };
    const ofRuns = { STEP_LOG_LIMIT: '64KiB', MAX_RUNNING: '2' };
    [stage, hasty] = await Promise.all([
      openStage({ ...ofLoad, ...ofRuns }, { command: WITH_FEW_FILES }),
      openStage({ STEP_TIMEOUT: '4' }),
    ]);
    // It comes to its end while the others are tested.
    slow = run(hasty.service, 'slow', 'echo waiting; exec sleep 30');
    slow.catch(() => null);
  });

  after(() => Promise.all([stage.close(), hasty.close()]));

  it('says at its start that it may open fewer files than these could need', () => {
    const warnings = stage.service.lines.filter(({ msg }) => msg === 'files.too-few');
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.deep.include({ level: 'warn', mostOpenFiles: 256, maxConnections: 300, maxRunning: 2 });
  });

  it('refuses what is larger', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const large = await stage.service.call('/tasks', { method: 'POST', headers, body: ' '.repeat(1025) });
    expect(large).to.deep.include({ status: 413 });
    expect(await stage.service.call('/tasks', { headers: { 'X-Long': 'x'.repeat(3000) } })).to.deep.include({
      status: 431,
    });
    expect(await stage.service.call('/tasks', { headers: { 'X-Long': 'x'.repeat(1000) } })).to.deep.include({
      status: 200,
    });
  });

  it('STEP_LOG_LIMIT: a script that floods its log is FAILED by TERM, and message and attempt say why', async () => {
    const step = await run(stage.service, 'flood', 'exec yes again');
    const cause = 'its log grew beyond STEP_LOG_LIMIT (64 KiB)';
    expect(step).to.include({ status: 'FAILED', exitCode: 143 });
    expect(step.message).to.match(/^its log grew beyond STEP_LOG_LIMIT \(64 KiB\); last output: ag?a?i?n?$/);
    expect((await attemptsOf(stage.service, 'flood'))[0]).to.include({ cause, signal: 'SIGTERM' });
  });

  it('STEP_LOG_LIMIT: one that ignores TERM is killed after KILL_GRACE', async () => {
    const step = await run(stage.service, 'stubborn', `trap '' TERM; yes`);
    expect(step).to.include({ status: 'FAILED', exitCode: 137 });
    expect(step.message).to.match(/^its log grew beyond STEP_LOG_LIMIT/);
  });

  it('MAX_RUNNING: 503 too-many-running with Retry-After, and a slot is free once a run has ended', async () => {
    const { service, folders } = stage;
    const go = join(folders.root, 'go-max');
    for (const taskId of ['one', 'two']) await service.createTask(taskId, [waitFor(go, 'true')]);
    await service.createTask('three', ['true']);
    for (const taskId of ['one', 'two']) expect((await service.execute(taskId)).status).to.equal(202);
    const refused = await fetch(`${service.url}/api/v1/init/tasks/three/execute`, { method: 'POST' });
    expect(refused.status).to.equal(503);
    expect(Number(refused.headers.get('retry-after'))).to.be.greaterThan(0);
    expect(await refused.json()).to.include({ type: '/problems/too-many-running', taskId: 'three' });
    // One that runs already needs no slot.
    expect((await service.execute('one')).body).to.include({ started: false });
    await writeFile(go, '');
    await ended(service, 'one');
    expect(await execute(service, 'three')).to.include({ status: 'SUCCESS', attempts: 1 });
  });

  it('C26, STEP_TIMEOUT: a script that takes longer is FAILED "timeout", and so says its attempt', async () => {
    const step = await slow;
    const cause = 'timeout: ended after 4 s';
    expect(step).to.include({ status: 'FAILED', exitCode: 143, message: `${cause}; last output: waiting` });
    expect((await attemptsOf(hasty.service, 'slow'))[0]).to.include({ cause, signal: 'SIGTERM', exitCode: null });
  });
});
