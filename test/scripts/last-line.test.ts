/** The last line of a log, as it stands in messages. */

import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readLastLine } from '../../src/scripts/last-line.ts';
import { mask } from '../support/mask.ts';

const TOKEN = `tms_${'0123456789'.repeat(4)}012`;

const HALVED = `${'x '.repeat(230)}tms_*** ${'y'.repeat(499 - 468)}…`;

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
    ['the beginning of a long line', 'é'.repeat(4000), `${'é'.repeat(499)}…`],
    ['the end of a line whose beginning is far away', `${'測 '.repeat(3000)}end\n`, `…${'測 '.repeat(248)}end`],
    ['no part of a word whose beginning is far away', 'x'.repeat(9000), '…'],
    ['a secret masked', `token ${TOKEN} is bad`, 'token tms_*** is bad'],
    ['a secret masked where the cut would have halved it', `${'x '.repeat(230)}${TOKEN} ${'y'.repeat(90)}`, HALVED],
    ['a secret masked behind its colours', 'password=\u001B[31mse\u001B[0msame', 'password=***'],
    ['a mark for bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0x62]), 'a\uFFFDb'],
  ];
  for (const [title, content, expected] of cases) {
    it(`gives ${title}`, async () => {
      await writeFile(path, content);
      expect(await readLastLine(path, mask)).to.equal(expected);
    });
  }

  it('gives nothing of a log that is gone', async () => {
    expect(await readLastLine(join(folder, 'gone.log'), mask)).to.equal(null);
  });

  it('does not wait for the writer of a pipe that a script put in its place', async () => {
    const pipe = join(folder, 'pipe.log');
    execFileSync('mkfifo', [pipe]);
    expect(await readLastLine(pipe, mask)).to.equal(null);
  });

  it('follows no link', async () => {
    await writeFile(path, 'secret\n');
    await symlink(path, join(folder, 'link.log'));
    expect(await readLastLine(join(folder, 'link.log'), mask)).to.equal(null);
  });
});
