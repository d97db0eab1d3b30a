import { expect } from 'chai';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { armFailpoints } from '../../src/failpoints/arm-failpoints.ts';
import { parseFailpoints } from '../../src/failpoints/parse-failpoints.ts';
import { rejectionOf } from '../support/rejection-of.ts';

describe('armed failpoints', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-failpoints-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('are none where nothing is armed', () => {
    expect(armFailpoints({ armed: [], hitsPath: null })).to.equal(undefined);
  });

  it('act at the arrival they are armed for and at no other', async () => {
    const reach = arm('step.exited:2=throw');
    await reach('step.exited');
    expect(await rejectionOf(reach('step.exited'))).to.have.property('message', 'thrown at the failpoint step.exited');
    await reach('step.exited');
  });

  it('note each arrival at an armed point before they act', async () => {
    const reach = arm('step.exited:2=throw;accept.stored=sleep(1)');
    await reach('step.exited');
    await reach('step.spawned');
    await rejectionOf(reach('step.exited'));
    await reach('accept.stored');
    expect(await hits()).to.deep.equal([
      { point: 'step.exited', hit: 1, action: null, pid: process.pid },
      { point: 'step.exited', hit: 2, action: 'throw', pid: process.pid },
      { point: 'accept.stored', hit: 1, action: 'sleep', pid: process.pid },
    ]);
  });

  function arm(text: string) {
    const reach = armFailpoints({ armed: parseFailpoints(text), hitsPath: join(folder, 'hits') });
    if (!reach) throw new Error('nothing is armed');
    return reach;
  }

  async function hits(): Promise<readonly unknown[]> {
    const text = await readFile(join(folder, 'hits'), 'utf8');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ at, ...hit }) => (typeof at === 'number' ? hit : at));
  }
});
