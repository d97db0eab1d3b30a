/** What the READMEs and docs/cli.md say of tms-init: it is run as it stands there, and nothing is left out. */

import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { ALL_COMMANDS } from '../../cli/commands/all-commands.ts';
import { completedCommands } from '../../cli/completion/completed.ts';
import { TMS_INIT } from '../support/command-line.ts';
import { type AskedService, openAskedService } from '../support/command-line-service.ts';

/** The blocks of the section on the terminal, without their fences. */
async function blocksOf(path: string, heading: string): Promise<readonly string[]> {
  const [, rest = ''] = (await readFile(path, 'utf8')).split(`\n## ${heading}\n`);
  const [section = ''] = rest.split('\n## ');
  return [...section.matchAll(/^```(?:sh|text)\n([^]*?)^```$/gm)].map(([, block = '']) => block);
}

const normal = (text: string) => text.replaceAll(/after [\d.]+ s/g, 'after <time>');

describe('what the READMEs say of tms-init', () => {
  let asked: AskedService;

  before(async () => {
    asked = await openAskedService();
    const npx = `#!/bin/sh\nshift\nexec '${TMS_INIT.join("' '")}' "$@"\n`;
    await mkdir(join(asked.folders.root, 'bin'));
    await writeFile(join(asked.folders.root, 'bin/npx'), npx);
    await chmod(join(asked.folders.root, 'bin/npx'), 0o755);
    const example = await readFile('examples/greeting.yaml', 'utf8');
    await asked.write('greeting.yaml', example.replaceAll('/tmp/greeting', join(asked.folders.root, 'greeting')));
  });

  after(() => asked.close());

  /** With the file and the folder of this test. */
  async function inShell(commands: string): Promise<{ readonly code: number; readonly said: string }> {
    const { root } = asked.folders;
    const here = commands
      .replaceAll('examples/greeting.yaml', `${root}/greeting.yaml`)
      .replaceAll('/tmp/greeting', `${root}/greeting`);
    const env = { ...process.env, PATH: `${root}/bin:${process.env['PATH']}`, TMS_INIT_URL: asked.service.url };
    try {
      const { stdout } = await promisify(execFile)('sh', ['-ec', `{ ${here}\n} 2>&1`], { env, timeout: 60_000 });
      return { code: 0, said: stdout.replaceAll(root, '/tmp') };
    } catch (error) {
      const { code, stdout } = error as { readonly code: number; readonly stdout: string };
      return { code, said: stdout.replaceAll(root, '/tmp') };
    }
  }

  it('is the same in both languages', async () => {
    expect(await blocksOf('README.zh-CN.md', '在终端中使用')).to.deep.equal(
      await blocksOf('README.md', 'From a terminal'),
    );
  });

  it('is what it does', async () => {
    const [run = '', end = '', mend = '', ...more] = await blocksOf('README.md', 'From a terminal');
    expect(more).to.deep.equal([]);
    const failed = await inShell(run);
    expect(failed.code).to.equal(1);
    expect(normal(failed.said), failed.said).to.include(normal(end));
    const mended = await inShell(mend);
    expect(mended.code, mended.said).to.equal(0);
    expect(mended.said)
      .to.include('✓ SUCCESS greeting')
      .and.include('Hello, Greeting\n')
      .and.match(/^STATUS +TASK/m);
  });
});

describe('what docs/cli.md says of tms-init', () => {
  it('has every command, every option, every variable and every exit code', async () => {
    const page = await readFile('docs/cli.md', 'utf8');
    for (const { name, options } of await completedCommands(ALL_COMMANDS)) {
      expect(page).to.match(new RegExp(`^\\| \`${name}[ \`]`, 'm'));
      for (const { flags } of options)
        expect(page, `${name} ${flags.join()}`).to.satisfy(() => flags.some((flag) => page.includes(flag)));
    }
    const sources = await Promise.all(['environment', 'exit-codes'].map((name) => readFile(`cli/${name}.ts`, 'utf8')));
    const words = sources.flatMap((text) =>
      [...text.matchAll(/given\('(\w+)'\)|^ {2}\w+: (\d+),/gm)].map(([, name, code]) => name ?? code ?? ''),
    );
    expect(words).to.include.members(['TMS_INIT_URL', '3', '141']);
    for (const word of words.filter((one) => one !== 'TERM'))
      expect(page).to.match(new RegExp(`^\\|.*\\b${word}\\b`, 'm'));
  });
});
