/** The example that prepares a host: it waits for a person, resumes, and may be run again and again. */

import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, realpath, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { expect } from 'chai';

import { type ExampleRun, openExampleRun } from '../support/example-run.ts';
import { fileModesIn } from '../support/file-modes.ts';

const execute = promisify(execFile);

describe('the example of a host', () => {
  let run: ExampleRun;
  let host: string;

  before(async () => {
    run = await openExampleRun((root) => ({ HOST_ROOT: join(root, 'host'), SCRIPT_ENV: 'HOST_ROOT' }));
    host = join(run.folders.root, 'host');
    await run.create('host-folders/task.json');
  });

  after(() => run?.close());

  it('says what a person has to do, and resumes there once it is done', async () => {
    const first = await run.execute('host-folders');
    expect(first.task.message).to.match(/there is no .*release\.tar: put it there and execute again/);
    await mkdir(join(host, 'srv/app/incoming'));
    await execute('tar', ['-cf', join(host, 'srv/app/incoming/release.tar'), 'examples/shop']);
    const { task, steps } = await run.execute('host-folders');
    expect(task.message).to.equal(null);
    expect(task.status).to.equal('SUCCESS');
    expect(steps.map(({ attempts }) => attempts)).to.deep.equal([1, 1, 2, 1, 1]);
    expect(await readFile(join(host, 'srv/app/current/examples/shop/task.json'), 'utf8')).to.include('shop-demo');
  });

  it('changes nothing where every step is run again, but sets rights back', async () => {
    const before = await look();
    await chmod(join(host, 'srv/app/secrets'), 0o777);
    await runAgain();
    expect(await look()).to.deep.equal(before);
  });

  it('is not led astray by what an interrupted step has left', async () => {
    const before = await look();
    await writeFile(join(host, 'etc/app/app.conf.new'), 'half');
    await writeFile(join(host, 'etc/app/app.conf'), 'changed by somebody');
    const release = await realpath(join(host, 'srv/app/current'));
    await rename(release, `${release}.new`);
    await writeFile(`${release}.new/half`, 'half');
    await symlink('nowhere', join(host, 'srv/app/current.new'));
    await runAgain();
    expect(await look()).to.deep.equal(before);
  });

  async function runAgain(): Promise<void> {
    for (const { script } of JSON.parse(await readFile('examples/host-folders/task.json', 'utf8')).steps) {
      await execute('sh', ['-c', script], { env: { ...process.env, HOST_ROOT: host } });
    }
  }

  /** Every file with its rights, and with its content where it has one. */
  async function look() {
    const modes = fileModesIn(host);
    return Promise.all(
      modes.map(async (file) => {
        const path = join(host, file.path);
        return {
          path: file.path,
          mode: file.mode,
          content: (await stat(path)).isFile() ? await readFile(path, 'utf8') : null,
        };
      }),
    );
  }
});
