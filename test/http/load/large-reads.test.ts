/** The reading of large tasks. */

import { expect } from 'chai';
import { setTimeout } from 'node:timers/promises';

import { Refusal } from '../../../src/domain/refusal.ts';
import { openLargeReads } from '../../../src/http/load/large-reads.ts';

describe('reads of large tasks', () => {
  it('are done one after the other, with a rest as long as each in between', async () => {
    const read = openLargeReads();
    const times: { readonly began: number; readonly ended: number }[] = [];
    const work = async () => {
      const began = performance.now();
      await setTimeout(50);
      times.push({ began, ended: performance.now() });
    };
    await Promise.all(['a', 'b', 'c'].map((task) => read(task, work)));
    expect(times).to.have.length(3);
    for (const [index, { began }] of times.entries()) {
      const before = times[index - 1];
      // A timer may fire a millisecond early.
      if (before) expect(began - before.ended).to.be.at.least(before.ended - before.began - 5);
    }
  });

  it('are refused where their turn does not come in time, and never begun', async () => {
    const read = openLargeReads();
    const held = Promise.withResolvers<string>();
    const first = refusalOf(read('a', () => held.promise));
    let isBegun = false;
    const late = refusalOf(read('b', async () => void (isBegun = true)));
    for (const refused of [first, late]) {
      expect(await refused)
        .to.be.instanceOf(Refusal)
        .and.include({ code: 'database-unavailable' });
    }
    held.resolve('too late');
    expect(await read('c', () => Promise.resolve('next'))).to.equal('next');
    expect(isBegun).to.equal(false);
  });

  it('go on after one that failed', async () => {
    const read = openLargeReads();
    const failed = read('a', () => Promise.reject(new Error('no'))).catch(() => 'failed');
    const next = read('b', () => Promise.resolve('read'));
    expect(await Promise.all([failed, next])).to.deep.equal(['failed', 'read']);
  });
});

function refusalOf(asked: Promise<unknown>): Promise<unknown> {
  return asked.catch((error: unknown) => error);
}
