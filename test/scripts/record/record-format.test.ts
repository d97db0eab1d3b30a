/** An attempt record as bytes. */

import { expect } from 'chai';

import type { AttemptRecord } from '../../../src/scripts/record/attempt-record.ts';
import { formatRecord, parseRecord } from '../../../src/scripts/record/record-format.ts';

const RECORD: AttemptRecord = {
  host: 'a-host',
  place: '0123abcd',
  pid: 4711,
  startedAt: '2026-11-29T12:00:00.000Z',
  endedAt: '2026-11-29T12:00:01.000Z',
  exitCode: 3,
  signal: null,
  cause: null,
};

describe('formatRecord', () => {
  it('is read back as it was', () => {
    expect(parseRecord(formatRecord(RECORD))).to.deep.equal(RECORD);
  });

  it('has always the same length, so that it can be overwritten on a full disk', () => {
    const running = { ...RECORD, endedAt: null, exitCode: null };
    const long = { ...RECORD, host: '"\\é'.repeat(100), cause: '"\\é\n'.repeat(1000) };
    for (const record of [RECORD, running, long]) expect(formatRecord(record)).to.have.length(1024);
    expect(parseRecord(formatRecord(long))).to.include({ exitCode: 3 });
  });
});

describe('parseRecord', () => {
  const bytes = formatRecord(RECORD);
  const torn = Buffer.concat([formatRecord({ ...RECORD, exitCode: 0 }).subarray(0, 100), bytes.subarray(100)]);
  const cases: readonly (readonly [string, Buffer])[] = [
    ['an empty file', Buffer.alloc(0)],
    ['a cut file', bytes.subarray(0, 1000)],
    ['padding alone', Buffer.alloc(1024, ' ')],
    ['zeros', Buffer.alloc(1024)],
    ['another JSON', Buffer.from('null'.padEnd(1024))],
    ['two writes mixed', torn],
    ['a changed exit code', Buffer.from(bytes.toString().replace('"exitCode":3', '"exitCode":0'))],
  ];
  for (const [title, content] of cases) {
    it(`takes ${title} for no record`, () => {
      expect(parseRecord(content)).to.equal(null);
    });
  }
});
