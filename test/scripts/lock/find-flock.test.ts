import { expect } from 'chai';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findFlock } from '../../../src/scripts/lock/find-flock.ts';
import { rejectionOf } from '../../support/rejection-of.ts';

describe('the flock program', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-test-flock-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('of this host locks, and its trial leaves nothing behind', async () => {
    const { flock, lockless } = await findFlock(folder, process.env['PATH']);
    expect(flock).to.match(/^\/.*flock$/);
    expect(lockless).to.equal(null);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  for (const [what, code] of Object.entries({ 'util-linux of old': 64, BusyBox: 1 })) {
    it(`that does not know the options, as that of ${what}, is done without, and it is said why`, async () => {
      expect((await findFlock(folder, await fakeFlock(`exit ${code}`))).lockless).to.match(/does not know -F and -E/);
    });
  }

  it('that cannot be tried now is not done without: the start fails', async () => {
    const short = await rejectionOf(findFlock(folder, await fakeFlock('kill -9 $$')));
    expect(short).to.have.property(
      'message',
      'The flock program cannot be tried (SIGKILL), and without it a step could run twice at once.',
    );
    const broken = await rejectionOf(findFlock(folder, await fakeFlock('exit 71')));
    expect(String(broken)).to.include('(71)');
  });

  it('is not tried in a folder that cannot be written: the start fails', async () => {
    const failed = await rejectionOf(findFlock(join(folder, 'gone'), process.env['PATH']));
    expect(failed).to.have.property('message', 'LOCK_DIR cannot be written: ENOENT');
  });

  async function fakeFlock(script: string): Promise<string> {
    await writeFile(join(folder, 'flock'), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, 'flock'), 0o755);
    return folder;
  }
});
