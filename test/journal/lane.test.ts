/** How journals are written: what is told of one while they are written is gathered, not written at once. */

import { expect } from 'chai';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openLane } from '../../src/journal/lane.ts';
import { silentLogger } from '../support/silent-logger.ts';

/** Less than lines gather, and more than it takes to write one. */
const SOON_MS = 25;

describe('a lane of journals', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-test-lane-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('gathers what is told of a journal while it is written', async () => {
    const lane = openLane(silentLogger);
    const happened: string[] = [];
    const path = join(folder, 'journal');
    const take = () => {
      happened.push('taken');
      if (happened.length === 1) toldMeanwhile();
      return 'line\n';
    };
    const journal = { folder, path, isCreated: false, lines: { add: () => true, giveUp: () => undefined, take } };
    const toldMeanwhile = () => {
      setTimeout(() => happened.push('a while later'), SOON_MS);
      lane.write(journal);
    };
    lane.write(journal);
    await lane.idle();
    expect(happened).to.deep.equal(['taken', 'a while later', 'taken']);
    expect(await readFile(path, 'utf8')).to.equal('line\nline\n');
  });

  it('gathers longer where it takes long to write', async () => {
    const lane = openLane(silentLogger);
    const takenAt: number[] = [];
    const take = () => {
      takenAt.push(performance.now());
      if (takenAt.length === 1) {
        lane.write(journal);
        while (performance.now() < (takenAt[0] ?? 0) + SOON_MS);
      }
      return 'line\n';
    };
    const path = join(folder, 'journal');
    const journal = { folder, path, isCreated: false, lines: { add: () => true, giveUp: () => undefined, take } };
    lane.write(journal);
    await lane.idle();
    const [first = 0, second = 0] = takenAt;
    expect(second - first).to.be.greaterThan(10 * SOON_MS);
  });
});
