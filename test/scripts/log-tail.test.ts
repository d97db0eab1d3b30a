/** The last lines of a log. */

import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from 'chai';

import { tailStart } from '../../src/scripts/log-tail.ts';
import { type OpenLog, openLog } from '../../src/scripts/open-log.ts';

describe('the tail of a log', () => {
  let logDir: string;

  before(async () => {
    logDir = await mkdtemp(join(tmpdir(), 'tms-init-test-tail-'));
  });

  after(() => rm(logDir, { recursive: true }));

  /** How much was asked for by each read of the last tail. */
  let readLengths: number[];

  async function tail(lines: number): Promise<string> {
    const opened = await openLog({ logDir, logRoots: [] }, 'x.log');
    readLengths = [];
    const log: OpenLog = {
      ...opened,
      read(position, length) {
        readLengths.push(length);
        return opened.read(position, length);
      },
    };
    try {
      const size = await log.size();
      const start = await tailStart(log, size, lines);
      return (await log.read(start, size - start)).toString();
    } finally {
      await log.close();
    }
  }

  const rows: readonly (readonly [content: string, lines: number, expected: string])[] = [
    ['', 1, ''],
    ['\n', 1, '\n'],
    ['a', 1, 'a'],
    ['a\n', 1, 'a\n'],
    ['a\nb', 1, 'b'],
    ['a\nb\n', 1, 'b\n'],
    ['a\nb\n', 2, 'a\nb\n'],
    ['a\nb\n', 3, 'a\nb\n'],
    ['a\n\n', 1, '\n'],
    ['a\n\n\n', 2, '\n\n'],
    ['\na', 2, '\na'],
    ['\n\na', 2, '\na'],
  ];

  for (const [content, lines, expected] of rows) {
    it(`of ${lines} lines of ${JSON.stringify(content)} is ${JSON.stringify(expected)}`, async () => {
      await writeFile(join(logDir, 'x.log'), content);
      expect(await tail(lines)).to.equal(expected);
    });
  }

  it('is found over the borders of the blocks it is read in', async () => {
    const lines = Array.from({ length: 40_000 }, (_, n) => `line ${n}\n`);
    await writeFile(join(logDir, 'x.log'), lines.join(''));
    for (const count of [1, 6000, 6001, 20_000, 39_999, 40_000])
      expect(await tail(count)).to.equal(lines.slice(-count).join(''));
  });

  it('holds at most 1 MiB and begins with a whole character', async () => {
    await writeFile(join(logDir, 'x.log'), '测'.repeat(1_000_000));
    const text = await tail(1);
    expect(Buffer.byteLength(text)).to.be.within(1024 * 1024 - 3, 1024 * 1024);
    expect(text).not.to.include('\uFFFD');
  });

  it('of a log of 2 GB is found by reading one block', async () => {
    const file = await open(join(logDir, 'x.log'), 'w');
    await file.truncate(2 * 1024 ** 3);
    const lines = Array.from({ length: 1000 }, (_, n) => `line ${n}\n`).join('');
    await file.write(lines, 2 * 1024 ** 3);
    await file.close();
    expect(await tail(999)).to.equal(lines.slice('line 0\n'.length));
    // The second one is the tail itself.
    expect(readLengths).to.deep.equal([64 * 1024, lines.length - 'line 0\n'.length]);
  });
});
