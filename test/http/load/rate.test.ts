/** How often callers do a thing. */

import { expect } from 'chai';

import { openRate } from '../../../src/http/load/rate.ts';
import { eventually } from '../../support/eventually.ts';

const MINUTE_MS = 60_000;

describe('a rate', () => {
  it('is kept for each caller, and says when to try again', () => {
    const rate = openRate(2, MINUTE_MS);
    expect([1, 2].map(() => rate.take('ann').retryAfterS)).to.deep.equal([null, null]);
    expect(rate.take('ann').retryAfterS).to.be.within(1, 60);
    expect(rate.take('bob').retryAfterS).to.equal(null);
  });

  it('begins anew once its time is over', async () => {
    const rate = openRate(1, 100);
    rate.take('ann');
    await eventually('ann may again', () => rate.take('ann').retryAfterS === null);
  });

  it('never says to try again at once', () => {
    const rate = openRate(1, 400);
    rate.take('ann');
    expect(rate.take('ann').retryAfterS).to.equal(1);
  });

  it('counts what was given back as if it had not been, and what was refused neither', () => {
    const rate = openRate(1, MINUTE_MS);
    const taken = rate.take('ann');
    rate.take('ann').giveBack();
    expect(rate.take('ann').retryAfterS).to.not.equal(null);
    taken.giveBack();
    expect(rate.take('ann').retryAfterS).to.equal(null);
  });

  it('gives nothing back to a later time than the one it was taken in', async () => {
    const rate = openRate(1, 100);
    const early = rate.take('ann');
    // At once, before the later time is over in its turn.
    const isAllowed = () => rate.take('ann').retryAfterS === null;
    const allowed = await eventually('ann may again', () => isAllowed() && [early.giveBack(), isAllowed()]);
    expect(allowed).to.deep.equal([undefined, false]);
  });

  it('does not remember more callers than memory is meant for', () => {
    const rate = openRate(1, MINUTE_MS);
    rate.take('ann');
    for (let n = 0; n < 10_000; n += 1) rate.take(`stranger ${n}`);
    expect(rate.take('ann').retryAfterS).to.equal(null);
  });
});
