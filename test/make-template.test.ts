/** The part of `npm run prepare` that makes the template of the embedded database. */

import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { builtTemplate } from '../src/persistence/embedded/database-template.ts';
import { type BareInstallation, makeBareInstallation } from './support/bare-installation.ts';

describe('the making of the template', () => {
  let installation: BareInstallation;

  before(async () => {
    installation = await makeBareInstallation();
  });

  after(() => installation.remove());

  it('was done by `npm run prepare`', () => {
    expect(existsSync(builtTemplate())).to.equal(true);
  });

  it('does not take a damaged one for whole; where it fails, one line says so and the installation goes on', async () => {
    const built = join(installation.folder, 'dist');
    await mkdir(built);
    await writeFile(join(built, basename(builtTemplate())), 'half of it');
    const program = join(installation.folder, 'src/make-template.ts');
    const env = { ...installation.settings, TMPDIR: '/nowhere' };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program], { env });
    expect(stdout).to.equal('');
    expect(stderr).to.match(
      /^No embedded database was made ahead \(ENOENT: .*'\/nowhere\/.*\)\. The service works; its first start takes longer\.\n$/,
    );
    expect(await readdir(built)).to.deep.equal([basename(builtTemplate())]);
  });
});
