/** The part of `npm run prepare`, and of each `npm start`, that puts the service into few files. */

import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { readSources } from '../support/architecture/read-sources.ts';
import { type BareInstallation, makeBareInstallation } from '../support/bare-installation.ts';
import { PROJECT } from '../support/the-service.ts';

describe('the build of the service', () => {
  let installation: BareInstallation;
  const built = (name: string) => join(installation.folder, 'dist/service', name);

  before(async () => {
    installation = await makeBareInstallation();
    for (const name of ['build', 'package-lock.json']) {
      cpSync(join(PROJECT, name), join(installation.folder, name), { recursive: true });
    }
  });

  after(() => installation.remove());

  it('has a file for each program that runs in a process or thread of its own', async () => {
    expect(await build()).to.deep.equal({ code: 0, stderr: '' });
    const programs = Object.values(readSources('src')).flatMap((text) => text.match(/(?<=programFile\(')[^']+/g) ?? []);
    expect(programs).to.have.length(3);
    for (const program of ['src/main.ts', ...programs]) {
      expect(existsSync(built(program.replace(/^.*\/(.*)\.ts$/, '$1.js'))), program).to.equal(true);
    }
  });

  it('is left alone where the sources are as they were', async () => {
    const before = statSync(built('main.js'));
    await build();
    expect(statSync(built('main.js')).ino).to.equal(before.ino);
  });

  it('is made anew where a source has changed, and nothing of the former one stays', async () => {
    writeFileSync(built('former.js'), '');
    const source = join(installation.folder, 'src/main.ts');
    writeFileSync(source, readFileSync(source, 'utf8').replace('tms-init: ', 'changed: '));
    await build();
    expect(readFileSync(built('main.js'), 'utf8')).to.include('changed: ');
    expect(readdirSync(built('.')).filter((name) => !/^[\w-]+\.js$/i.test(name))).to.deep.equal(['made-of.txt']);
    expect(existsSync(built('former.js'))).to.equal(false);
  });

  it('runs the sources where the packages of developers are not installed, and is made once they are', async () => {
    const packages = join(installation.folder, 'node_modules');
    renameSync(packages, `${packages}.away`);
    rmSync(built('.'), { recursive: true });
    expect(await build()).to.deep.equal({ code: 0, stderr: '' });
    expect(readFileSync(built('main.js'), 'utf8')).to.equal("import '../../src/main.ts';\n");
    renameSync(`${packages}.away`, packages);
    await build();
    expect(existsSync(built('launcher.js'))).to.equal(true);
  });

  it('that cannot be written says so in two lines, and how to start without it', async () => {
    rmSync(built('.'), { recursive: true });
    writeFileSync(built('.'), '');
    const { code, stderr } = await build();
    expect(code).to.equal(1);
    expect(stderr).to.match(
      /^The service cannot be built into dist\/service: .*\nWithout a build: node src\/main\.ts\n$/,
    );
  });

  async function build(): Promise<{ readonly code: number; readonly stderr: string }> {
    try {
      const program = join(installation.folder, 'build/service.ts');
      const { stderr } = await promisify(execFile)(process.execPath, [program], { env: installation.settings });
      return { code: 0, stderr };
    } catch (error) {
      const { code, stderr } = error as { readonly code: number; readonly stderr: string };
      return { code, stderr };
    }
  }
});
