/** Which steps are marked as skipped. */

import { expect } from 'chai';

import type { Step } from '../../visualizer/src/api/answers.ts';
import { skipOf } from '../../visualizer/src/task/skip-of.ts';

const RUN_START = Date.parse('2026-11-30T10:00:00.000Z');

const step = (status: string, finishedAt: string | null) => ({ status, finishedAt }) as Step;

describe('a step in the list', () => {
  const before = step('SUCCESS', '2026-11-30T09:59:59.999Z');

  it('was skipped where it had ended before the run began', () => {
    expect(skipOf(before, { runStart: RUN_START, skips: false })).to.equal('was');
    expect(skipOf(step('SUCCESS', '2026-11-30T10:00:01.000Z'), { runStart: RUN_START, skips: false })).to.equal(null);
  });

  it('would be skipped by the next execute where it is SUCCESS', () => {
    expect(skipOf(before, { runStart: RUN_START, skips: true })).to.equal('would');
    expect(skipOf(step('FAILED', null), { runStart: RUN_START, skips: true })).to.equal(null);
  });

  it('is marked by nothing where no run is known, or nobody says when it ended', () => {
    expect(skipOf(before, { runStart: null, skips: false })).to.equal(null);
    expect(skipOf(step('SUCCESS', null), { runStart: RUN_START, skips: false })).to.equal(null);
  });
});
