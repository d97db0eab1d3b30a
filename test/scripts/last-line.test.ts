/** The last line of a log, as it stands in messages. */

import { expect } from 'chai';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readLastLine } from '../../src/scripts/last-line.ts';

describe('readLastLine', () => {
  let folder: string;
  let path: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-last-line-'));
    path = join(folder, 'a.log');
  });
  after(() => rm(folder, { recursive: true }));

  const cases: readonly (readonly [string, string | Buffer, string | null])[] = [
    ['the last line', 'one\ntwo\n', 'two'],
    ['a last line without its end', 'one\ntwo', 'two'],
    ['the last line that is not blank', 'one\n\n \t\n\n', 'one'],
    ['nothing of an empty log', '', null],
    ['nothing of a blank log', '\n\n  \n', null],
    ['what a progress bar showed last', '10 %\r50 %\r100 %\r', '100 %'],
    ['a line of Windows', 'one\r\ntwo\r\n', 'two'],
    ['a line without its colours', '\u001B[31merror:\u001B[0m \u001B]0;title\u0007no\n', 'error: no'],
    ['a line without control characters', 'a\0b\u0007c\td\n', 'a b c d'],
    ['nothing of zeros', Buffer.alloc(10_000), null],
    ['500 characters with a mark', 'x'.repeat(501), `${'x'.repeat(499)}…`],
    ['500 characters as they are', 'x'.repeat(500), 'x'.repeat(500)],
    ['no half of an emoji', '🚀'.repeat(600), `${'🚀'.repeat(499)}…`],
    ['the beginning of what is left of a long line', 'é'.repeat(5000), `${'é'.repeat(499)}…`],
    ['no half of a character at the cut', `${'x'.repeat(3)}${'測'.repeat(1400)}\n`, `${'測'.repeat(499)}…`],
    ['a mark for bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0x62]), 'a\uFFFDb'],
  ];
  for (const [title, content, expected] of cases) {
    it(`gives ${title}`, async () => {
      await writeFile(path, content);
      expect(await readLastLine(path)).to.equal(expected);
    });
  }

  it('gives nothing of a log that is gone', async () => {
    expect(await readLastLine(join(folder, 'gone.log'))).to.equal(null);
  });

  it('follows no link', async () => {
    await writeFile(path, 'secret\n');
    await symlink(path, join(folder, 'link.log'));
    expect(await readLastLine(join(folder, 'link.log'))).to.equal(null);
  });
});
