/** Which folders may hold step locks. */

import { expect } from 'chai';
import { chmod, chown, mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { readLockDirId } from '../../../src/scripts/lock/lock-dir-id.ts';
import { openLockDir } from '../../../src/scripts/lock/open-lock-dir.ts';
import { rejectionOf } from '../../support/rejection-of.ts';

describe('openLockDir', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'tms-init-locks-')));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('makes the folder for its owner alone, with its parents', async () => {
    const lockDir = join(folder, 'a', 'b');
    expect(await openLockDir(lockDir)).to.equal(lockDir);
    expect((await stat(lockDir)).mode & 0o777).to.equal(0o700);
    expect(await openLockDir(lockDir)).to.equal(lockDir);
  });

  it('gives the real path where a parent is a link', async () => {
    await mkdir(join(folder, 'real'));
    await symlink(join(folder, 'real'), join(folder, 'link'));
    expect(await openLockDir(join(folder, 'link', 'locks'))).to.equal(join(folder, 'real', 'locks'));
  });

  it('refuses a folder that others can enter, and leaves it as it is', async () => {
    await chmod(folder, 0o777);
    expect(String(await rejectionOf(openLockDir(folder)))).to.equal(
      `UnsafeFolder: LOCK_DIR ${folder} is open to other users; chmod 700 closes it`,
    );
    expect((await stat(folder)).mode & 0o777).to.equal(0o777);
  });

  it('refuses a link, which another user may have put there', async () => {
    const link = join(folder, 'link');
    await mkdir(join(folder, 'real'), { mode: 0o700 });
    await symlink(join(folder, 'real'), link);
    expect(String(await rejectionOf(openLockDir(link)))).to.include('is a symbolic link');
  });

  it('refuses a file in its place', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(String(await rejectionOf(openLockDir(file)))).to.equal(`Error: LOCK_DIR ${file} cannot be made: EEXIST`);
  });

  // Only root may give a folder away.
  (process.getuid?.() === 0 ? it : it.skip)('refuses a folder of another user', async () => {
    await chown(folder, 65_534, 65_534);
    expect(String(await rejectionOf(openLockDir(folder)))).to.include('belongs to user 65534, not to user 0');
  });
});

describe('readLockDirId', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-lock-id-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is the same for all who begin at the same time, and later', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => readLockDirId(folder)));
    expect(ids[0]).to.match(/^[0-9a-f]{32}$/);
    expect(new Set([...ids, await readLockDirId(folder)]).size).to.equal(1);
  });

  it('says that it is damaged', async () => {
    await writeFile(join(folder, 'id'), '');
    expect(String(await rejectionOf(readLockDirId(folder)))).to.include('is damaged');
  });
});
