/** The Range header by table. */

import { expect } from 'chai';

import { parseRange } from '../../../src/http/log/byte-range.ts';

describe('a Range header', () => {
  const rows: readonly (readonly [header: string, size: number, expected: ReturnType<typeof parseRange>])[] = [
    ['bytes=0-0', 10, { start: 0, end: 1 }],
    ['bytes=2-4', 10, { start: 2, end: 5 }],
    ['bytes=9-9', 10, { start: 9, end: 10 }],
    ['bytes=9-99', 10, { start: 9, end: 10 }],
    ['bytes=3-', 10, { start: 3, end: 10 }],
    ['bytes=-3', 10, { start: 7, end: 10 }],
    ['bytes=-30', 10, { start: 0, end: 10 }],
    ['BYTES=0-0', 10, { start: 0, end: 1 }],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=10-12', 10, 'unsatisfiable'],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=-1', 0, 'unsatisfiable'],
    ['bytes=5-4', 10, null],
    ['bytes=-', 10, null],
    ['bytes=0-1,2-3', 10, null],
    ['bytes=a-b', 10, null],
    ['bytes=1.5-2', 10, null],
    ['bytes=+1-2', 10, null],
    ['items=0-1', 10, null],
    ['', 10, null],
  ];

  for (const [header, size, expected] of rows) {
    it(`${JSON.stringify(header)} of ${size} bytes is ${JSON.stringify(expected)}`, () => {
      expect(parseRange(header, size)).to.deep.equal(expected);
    });
  }
});
