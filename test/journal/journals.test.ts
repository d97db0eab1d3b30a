/** Journals of runs: what is written is read back, whatever became of disk and process meanwhile. */

import { expect } from 'chai';
import { appendFile, link, mkdir, mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { taskFolder } from '../../src/domain/log-path.ts';
import { holdLines } from '../../src/journal/held-lines.ts';
import { journalName } from '../../src/domain/journal-name.ts';
import { type JournalReader, openJournalReader } from '../../src/journal/journal-reader.ts';
import { type Journals, openJournals } from '../../src/journal/open-journals.ts';
import { recordEvents } from '../support/logged-events.ts';
import { rejectionOf } from '../support/rejection-of.ts';

const RUNS = [1, 2, 3].map((n) => `0199a000-0000-7000-8000-00000000000${n}`);
const [RUN = ''] = RUNS;
const BEGIN = {
  type: 'begin',
  startedAt: '2026-03-10T08:00:00.000Z',
  by: 'ann',
  owner: 'a:1:0',
  version: '1',
  firstStep: 1,
};
const END = { type: 'end', at: '2026-03-10T08:00:09.000Z', end: 'failed', why: 'exit code 1' };

describe('the journal of a run', () => {
  let logDir: string;
  let reader: JournalReader;
  const { logger, events } = recordEvents();

  beforeEach(async () => {
    events.length = 0;
    logDir = await mkdtemp(join(tmpdir(), 'tms-init-test-journal-'));
    reader = openJournalReader({ logDir });
  });

  afterEach(() => rm(logDir, { recursive: true, force: true }));

  const path = (run = RUN) => join(logDir, taskFolder('t'), journalName(run));

  /** A close waits for a second, in which a busy machine may not come to it. */
  async function closed(journals: Journals): Promise<void> {
    await journals.close();
    if (events.at(-1)?.event !== 'journal.not-closed') return;
    events.pop();
    await closed(journals);
  }

  async function write(run: string, ...lines: readonly object[]): Promise<void> {
    const journals = openJournals({ logDir, logger });
    const journal = journals.begin('t', run);
    for (const line of lines) journal.append(line);
    await closed(journals);
  }

  it('has a line for whatever it was told, in a file that others cannot read', async () => {
    await write(RUN, BEGIN, { n: 1 }, END);
    expect(await readFile(path(), 'utf8')).to.equal(
      [BEGIN, { n: 1 }, END].map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    expect((await stat(path())).mode & 0o777).to.equal(0o640);
  });

  it('keeps the order of a thousand lines of a hundred runs, told over many ticks', async () => {
    const journals = openJournals({ logDir, logger });
    const runs = Array.from({ length: 100 }, (_, n) => `0199a000-0000-7000-8000-${String(n).padStart(12, '0')}`);
    const open = runs.map((run) => journals.begin('t', run));
    for (let n = 0; n < 10; n += 1) {
      for (const journal of open) journal.append({ n });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await closed(journals);
    const expected = Array.from({ length: 10 }, (_, n) => `{"n":${n}}\n`).join('');
    for (const run of runs) expect(await readFile(path(run), 'utf8')).to.equal(expected);
  });

  it('is listed, the newest first and so many of them, by who began it and why it ended', async () => {
    for (const run of RUNS) await write(run, BEGIN, { n: 1 }, END);
    await writeFile(join(logDir, taskFolder('t'), '1.1.aaaaaaaa.0000000000000001.log'), '');
    const runs = await reader.list('t', 2);
    expect(runs).to.deep.equal(
      RUNS.slice(1)
        .toReversed()
        .map((run) => ({ run, begin: BEGIN, end: END })),
    );
    expect(await reader.list('unknown', 10)).to.deep.equal([]);
  });

  it('that goes on has no end, and one that is torn or not ours tells nothing', async () => {
    await write(RUN, BEGIN, { n: 1 });
    await write(RUNS[1] ?? '', BEGIN, END);
    await truncate(path(RUNS[1]), 20);
    await writeFile(path(RUNS[2]), '{"type":"begin","by":7}\n{"type":"end"}\n');
    expect((await reader.list('t', 10)).map(({ begin, end }) => [begin?.by, end])).to.deep.equal([
      [undefined, null],
      [undefined, null],
      ['ann', null],
    ]);
  });

  it('is opened up to its last whole line', async () => {
    await write(RUN, BEGIN, END);
    const { size } = await stat(path());
    await appendFile(path(), '{"type":"trans');
    const { log, ...opened } = await reader.open('t', RUN);
    await log.close();
    expect(opened).to.deep.equal({ size, isCut: true });
    await truncate(path(), size);
    const whole = await reader.open('t', RUN);
    await whole.log.close();
    expect(whole).to.include({ size, isCut: false });
  });

  const places: readonly (readonly [string, (path: string) => Promise<unknown>])[] = [
    ['nothing', async () => null],
    ['a symbolic link', (at) => symlink('/etc/passwd', at)],
    ['a second name of another file', (at) => linkTo(at)],
    ['a folder', (at) => mkdir(at)],
  ];
  for (const [what, put] of places) {
    it(`is not found where there is ${what} in its place`, async () => {
      await mkdir(join(logDir, taskFolder('t')));
      await put(path());
      expect(await rejectionOf(reader.open('t', RUN))).to.include({ code: 'run-not-found' });
    });
  }

  async function linkTo(at: string): Promise<void> {
    await writeFile(join(logDir, 'other'), 'other');
    await link(join(logDir, 'other'), at);
  }

  it('is never looked for by anything but the id of a run', async () => {
    await writeFile(join(logDir, 'x.journal.ndjson'), 'x');
    expect(await rejectionOf(reader.open('t', '../x'))).to.include({ code: 'run-not-found' });
  });

  it('that cannot be written costs one log line, and nothing that already lies there', async () => {
    await mkdir(join(logDir, taskFolder('t')));
    await writeFile(join(logDir, 'other'), 'as it was');
    await symlink(join(logDir, 'other'), path());
    const journals = openJournals({ logDir, logger });
    const journal = journals.begin('t', RUN);
    for (let n = 0; n < 5; n += 1) {
      journal.append({ n });
      await closed(journals);
    }
    expect(events.map(({ event }) => event)).to.deep.equal(['journal.not-written']);
    expect(await readFile(join(logDir, 'other'), 'utf8')).to.equal('as it was');
  });

  it('is not made anew where its folder vanished, nor where the whole disk is gone', async () => {
    const journals = openJournals({ logDir, logger });
    const journal = journals.begin('t', RUN);
    journal.append(BEGIN);
    await closed(journals);
    await rm(join(logDir, taskFolder('t')), { recursive: true });
    journal.append(END);
    await closed(journals);
    await rm(logDir, { recursive: true });
    await write(RUN, BEGIN);
    expect(events.map(({ event }) => event)).to.deep.equal(['journal.not-written', 'journal.not-written']);
    expect(await rejectionOf(stat(logDir))).to.include({ code: 'ENOENT' });
  });

  it('holds only so much where the disk is slow, and tells how many lines it left out', () => {
    const lines = holdLines();
    const line = { text: 'x'.repeat(1000) };
    for (let n = 0; n < 1000; n += 1) lines.add(line);
    const taken = lines.take().trimEnd().split('\n');
    expect(taken.length).to.be.within(60, 70);
    expect(JSON.parse(taken.at(-1) ?? '')).to.deep.equal({ type: 'truncated', lines: 1001 - taken.length });
    expect(lines.take()).to.equal('');
  });
});
