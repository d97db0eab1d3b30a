/** Which lock files are swept. */

import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { findFlock } from '../../../src/scripts/lock/find-flock.ts';
import { sweepOnce } from '../../../src/scripts/lock/sweep-locks.ts';
import { silentLogger } from '../../support/silent-logger.ts';

describe('sweepLocks', () => {
  let lockDir: string;

  beforeEach(async () => {
    lockDir = await mkdtemp(join(tmpdir(), 'tms-init-sweep-'));
  });
  afterEach(() => rm(lockDir, { recursive: true }));

  async function place(name: string, ageHours: number): Promise<string> {
    const path = join(lockDir, name);
    const then = Date.now() / 1000 - ageHours * 3600;
    await writeFile(path, '');
    await utimes(path, then, then);
    return path;
  }

  it('removes old files that nobody holds, and nothing else', async () => {
    const environment = { PATH: String(process.env['PATH']) };
    const { flock } = await findFlock(lockDir, environment.PATH);
    const held = await place('held.lock', 30);
    await place('old.lock', 25);
    await place('fresh.lock', 23);
    await place('id', 1000);
    const holder = spawn('flock', ['-F', held, 'sh', '-c', 'echo held; exec sleep 60']);
    await once(holder.stdout, 'data');

    await sweepOnce({ flock: String(flock), lockDir, environment, logger: silentLogger }, new AbortController().signal);
    expect(await readdir(lockDir)).to.have.members(['held.lock', 'fresh.lock', 'id', 'sweeping']);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
  });
});

describe('findFlock', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-flock-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('finds the program of this host, and leaves nothing of its trial', async () => {
    const { flock, lockless } = await findFlock(folder, undefined);
    expect(flock).to.match(/^\/.*\/flock$/);
    expect(lockless).to.equal(null);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('says what is not guaranteed with a program that does not lock', async () => {
    await writeFile(join(folder, 'flock'), '#!/bin/sh\nshift 5\nexec "$@"\n', { mode: 0o755 });
    const { flock, lockless } = await findFlock(folder, folder);
    expect(flock).to.equal(null);
    expect(lockless).to.include('a script may run a second time');
  });
});
