import { expect } from 'chai';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeFolder } from '../../src/platform/make-folder.ts';
import { rejectionOf } from '../support/rejection-of.ts';

describe('makeFolder', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'tms-init-test-'));
  });

  afterEach(() => rm(root, { recursive: true }));

  it('makes what is missing, with the mode, and leaves what is there', async () => {
    await makeFolder(join(root, 'a/b/c'), 0o700);
    await makeFolder(join(root, 'a/b/c'), 0o700);
    expect((await stat(join(root, 'a/b/c'))).mode & 0o777).to.equal(0o700);
  });

  it('says that a file is in the way', async () => {
    await writeFile(join(root, 'file'), '');
    expect(await rejectionOf(makeFolder(join(root, 'file'), 0o700))).to.include({ code: 'EEXIST' });
    expect(await rejectionOf(makeFolder(join(root, 'file/a/b'), 0o700))).to.include({ code: 'ENOTDIR' });
  });

  it('comes back from a file system that takes no folders', async () => {
    expect(await rejectionOf(makeFolder('/proc/a/b', 0o700))).to.include({ code: 'ENOENT' });
  });
});
