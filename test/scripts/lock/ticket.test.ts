/** The ticket in a lock file. */

import { expect } from 'chai';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readTicket, REVOKED, writeTicket } from '../../../src/scripts/lock/ticket.ts';

describe('writeTicket', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-ticket-'));
    path = join(folder, 'a.lock');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is read back, and keeps its file and its length whatever it says', async () => {
    const tickets = [{ attemptId: '0123456789abcdef', state: 'waiting' } as const, REVOKED];
    const files = new Set<string>();
    for (const ticket of tickets) {
      await writeTicket(path, ticket);
      expect(await readTicket(path)).to.deep.equal(ticket);
      const { ino, size, mode } = await stat(path);
      files.add(`${ino} ${size} ${mode & 0o777}`);
    }
    expect(files.size).to.equal(1);
    expect([...files][0]).to.match(/ 25 384$/);
  });

  it('is none where there is no file, and in one that flock has made', async () => {
    expect(await readTicket(path)).to.equal(null);
    await writeFile(path, '');
    expect(await readTicket(path)).to.equal(null);
  });
});
