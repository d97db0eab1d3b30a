/** Reads of files that are asked for at once. */

import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

import { expect } from 'chai';

import { openFileReads } from '../../../src/http/load/file-reads.ts';
import { eventually } from '../../support/eventually.ts';

const WAITING = { destroyed: false } as ServerResponse;
const LEFT = { destroyed: true } as ServerResponse;

describe('reads of files', () => {
  it('are done two at a time, in the order in which they were asked for', async () => {
    const fileReads = openFileReads();
    const begun: number[] = [];
    const ends = Array.from({ length: 4 }, () => Promise.withResolvers<number>());
    const reads = ends.map(({ promise }, index) =>
      fileReads(WAITING, () => {
        begun.push(index);
        return promise;
      }),
    );
    await eventually('two to begin', () => begun.length === 2);
    await setImmediate();
    expect(begun).to.deep.equal([0, 1]);
    ends[1]?.resolve(1);
    await eventually('one more to begin', () => begun.length === 3);
    for (const [index, { resolve }] of ends.entries()) resolve(index);
    expect(await Promise.all(reads)).to.deep.equal([0, 1, 2, 3]);
    expect(begun).to.deep.equal([0, 1, 2, 3]);
  });

  it('leave others a turn of the event loop after every two, also where they wait for nothing', async () => {
    const fileReads = openFileReads();
    const done: string[] = [];
    const reads = Array.from({ length: 6 }, () => fileReads(WAITING, async () => done.push('read')));
    const seen: number[] = [];
    while (done.length < 6) {
      await setImmediate();
      seen.push(done.length);
    }
    await Promise.all(reads);
    expect(seen).to.include.members([2, 4]);
  });

  it('are not begun for whoever has left, and what fails keeps no place', async () => {
    const fileReads = openFileReads();
    const begun: string[] = [];
    const left = Array.from({ length: 3 }, () => fileReads(LEFT, async () => begun.push('for nobody')).catch(nameOf));
    const failing = Array.from({ length: 3 }, () =>
      fileReads(WAITING, () => Promise.reject(new RangeError())).catch(nameOf),
    );
    const read = fileReads(WAITING, async () => begun.push('for somebody'));
    expect(await Promise.all(left)).to.deep.equal(['ClientLeft', 'ClientLeft', 'ClientLeft']);
    expect(await Promise.all(failing)).to.deep.equal(['RangeError', 'RangeError', 'RangeError']);
    await read;
    expect(begun).to.deep.equal(['for somebody']);
  });
});

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : String(error);
}
