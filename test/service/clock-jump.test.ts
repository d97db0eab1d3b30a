/** A clock that jumps under a running service (F58): nothing is decided by the time of day. */

import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

const CLOCK = new URL('fixtures/clock.ts', import.meta.url).href;

const UNTIL_THERE = 'until [ -e go ]; do sleep 0.1; done';

describe('a jump of the clock (F58)', () => {
  let folders: ServiceFolders;
  let database: ServiceDatabase;
  let service: ServiceProcess;

  beforeEach(async () => {
    folders = await makeServiceFolders();
    database = await openPostgres();
    const settings = { ...database.settings, NODE_OPTIONS: `--import=${CLOCK}`, STEP_TIMEOUT: '60' };
    service = await startServiceProcess(folders, settings);
  });

  afterEach(async () => {
    await service.end('SIGTERM');
    await database.close();
    await folders.remove();
  });

  it('by an hour forward and by two back ends no step, and gives no step an end before its start', async () => {
    await service.createTask('t', ['true', UNTIL_THERE, 'true']);
    process.kill(service.pid, 'SIGUSR2');
    await service.execute('t');
    await service.untilStatus('t', 'RUNNING');
    // Long enough for a timer that was set by the time of day to fire, and for the claim to be asked for.
    for (let look = 0; look < 4; look += 1) {
      await setTimeout(700);
      expect((await service.call('/tasks/t')).body).to.include({ status: 'RUNNING', active: true });
      if (look === 1) process.kill(service.pid, 'SIGUSR2');
    }
    await writeFile(join(folders.root, 'go'), '');
    const task = await service.untilStatus('t', 'SUCCESS');
    const steps = await service.steps('t');
    expect(steps.map(({ attempts }) => attempts)).to.deep.equal([1, 1, 1]);
    expect(Date.parse(String(steps[1]?.startedAt))).to.be.greaterThan(Date.now() + 1_800_000);
    for (const { startedAt, finishedAt } of [task, ...steps]) {
      expect(Date.parse(String(finishedAt))).to.be.at.least(Date.parse(String(startedAt)));
    }
    expect(service.lines.map(({ msg }) => msg)).to.not.include('claims.lost');
  });
});
