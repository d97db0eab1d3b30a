/** The arguments of `npm run prune`. */

import { expect } from 'chai';

import { readPruneRequest, UsageError } from '../../src/retention/prune-request.ts';

const NOW = Date.parse('2026-11-30T12:00:00.000Z');

describe('the arguments of prune', () => {
  it('say how old, in several units', () => {
    expect(['90s', '2m', '3h', '30d', '1w', '0d'].map(beforeOf)).to.deep.equal([
      '2026-11-30T11:58:30.000Z',
      '2026-11-30T11:58:00.000Z',
      '2026-11-30T09:00:00.000Z',
      '2026-10-31T12:00:00.000Z',
      '2026-11-23T12:00:00.000Z',
      '2026-11-30T12:00:00.000Z',
    ]);
  });

  it('mean what ended, for good, unless they say otherwise', () => {
    const request = readPruneRequest(['--older-than=1d'], NOW);
    expect(request?.pruning.statuses).to.deep.equal(['SUCCESS', 'FAILED']);
    expect(request).to.include({ isDryRun: false, isWithOrphans: false });
    const other = readPruneRequest(['--older-than=1d', '--status=PENDING, FAILED', '--dry-run', '--orphans'], NOW);
    expect(other?.pruning.statuses).to.deep.equal(['PENDING', 'FAILED']);
    expect(other).to.include({ isDryRun: true, isWithOrphans: true });
  });

  it('may ask for help', () => {
    expect(readPruneRequest(['--help'], NOW)).to.equal(null);
  });

  const wrong = [
    [],
    ['30d'],
    ['--older-than'],
    ['--older-than', '30'],
    ['--older-than', '-1d'],
    ['--older-than', '1.5d'],
    ['--older-than', '1y'],
    ['--older-than', '1d', '--status', 'RUNNING'],
    ['--older-than', '1d', '--status', ''],
    ['--older-than', '1d', '--status', 'success'],
    ['--older-than', '1d', '--force'],
    ['--older-than', '1d', '--dry-run=yes'],
  ];
  for (const args of wrong) {
    it(`are refused in one line: ${JSON.stringify(args)}`, () => {
      expect(() => readPruneRequest(args, NOW))
        .to.throw(UsageError)
        .with.property('message')
        .that.matches(/^[^\n]+$/);
    });
  }
});

function beforeOf(age: string): string | undefined {
  return readPruneRequest(['--older-than', age], NOW)?.pruning.before;
}
