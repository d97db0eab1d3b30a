/** completion: what it makes of the words so far, in real shells. */

import { expect } from 'chai';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';

import { ALL_COMMANDS } from '../../../cli/commands/all-commands.ts';
import { TMS_INIT, tmsInit } from '../../support/command-line.ts';
import { answerJson, openScriptedServer, type ScriptedServer } from '../../support/scripted-server.ts';

const ALL = ALL_COMMANDS.map(({ name }) => name);

/** The words so far, the last one being completed; what has to come of it. */
const COMPLETED: readonly (readonly [string, readonly string[]])[] = [
  ['tms-init ', ALL],
  ['tms-init st', ['status', 'steps']],
  ['tms-init --to', ['--token-file']],
  ['tms-init run --w', ['--watch']],
  ['tms-init list --st', ['--status']],
  ['tms-init list --status F', ['FAILED']],
  ['tms-init doctor --m', ['--mapping']],
  ['tms-init prune --status P', ['PENDING']],
  ['tms-init prune --older-than 3', ['30d']],
  ['tms-init token ann --role ', ['read', 'operate', 'author']],
  ['tms-init completion ', ['bash', 'zsh']],
  ['tms-init status shop-', ['shop-1', 'shop-2']],
  ['tms-init --url http://x logs shop-1', ['shop-1']],
  ['tms-init mend shop-', ['shop-1', 'shop-2']],
  ['tms-init mend shop-1 2 --file task', ['task.yaml']],
  ['tms-init resolve shop-1 2 --status ', ['SUCCESS', 'FAILED']],
  ['tms-init run shop-1 --from', ['--from-step']],
  ['tms-init delete shop-1 --y', ['--yes']],
  ['tms-init delete shop-1 shop-', ['shop-1', 'shop-2']],
  ['tms-init run task', ['task.yaml', 'task-3']],
];

describe('tms-init completion', () => {
  let folder: string;
  let server: ScriptedServer;
  let scripts: { readonly bash: string; readonly zsh: string };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-completion-'));
    await mkdir(join(folder, 'bin'));
    const [bash, zsh] = await Promise.all([tmsInit(['completion', 'bash']), tmsInit(['completion', 'zsh'])]);
    scripts = { bash: bash.output, zsh: zsh.output };
    const program = join(folder, 'bin/tms-init');
    await writeFile(program, `#!/bin/sh\nexec '${TMS_INIT.join("' '")}' "$@"\n`);
    await chmod(program, 0o755);
    await writeFile(join(folder, 'task.yaml'), '');
    const taskIds = ['shop-1', 'shop-2', 'task-3', '$(touch hacked)', 'shop-`id`', '-rf', 'two words', 'a";id'];
    server = await openScriptedServer((_request, response) =>
      answerJson(response, { items: taskIds.map((taskId) => ({ taskId })), nextCursor: null }),
    );
  });

  after(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const environment = () => ({
    ...process.env,
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    TMS_INIT_URL: server.url,
  });

  /** The words that the completion of bash offers. */
  async function inBash(line: string): Promise<readonly string[]> {
    const words = line.split(' ');
    const script = `${scripts.bash}
compopt() { :; }
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_tms_init
[ \${#COMPREPLY[@]} = 0 ] || printf '%s\\n' "\${COMPREPLY[@]}"`;
    return runShell('bash', ['--norc', '-c', script]);
  }

  async function runShell(shell: string, words: readonly string[]): Promise<readonly string[]> {
    const { stdout, stderr, status } = await runInFolder(shell, words);
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    return stdout.split('\n').filter((word) => word !== '');
  }

  async function runInFolder(shell: string, words: readonly string[]) {
    const child = spawn(shell, words, { cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { stdout, stderr, status: status as number | null };
  }

  /** What a zsh on a terminal of its own would offer for the line. */
  async function inZsh(line: string): Promise<readonly string[]> {
    await writeFile(join(folder, 'completion.zsh'), scripts.zsh);
    await cp(join(import.meta.dirname, 'fixtures/inner.zsh'), join(folder, 'inner.zsh'));
    await writeFile(join(folder, 'offered'), '');
    await runShell('zsh', ['-f', join(import.meta.dirname, 'fixtures/complete.zsh'), line]);
    const offered = await readFile(join(folder, 'offered'), 'utf8');
    return [...new Set(offered.split('\n').filter((word) => word !== ''))];
  }

  describe('for bash', () => {
    for (const [line, words] of COMPLETED) {
      it(`completes "${line}"`, async () => {
        expect(await inBash(line)).to.have.members(words);
      });
    }

    it('offers no ids that would do something in a shell, and does nothing by them', async () => {
      expect(await inBash('tms-init status ')).to.deep.equal(['shop-1', 'shop-2', 'task-3']);
      expect(execFileSync('ls', [folder]).toString()).not.to.include('hacked');
    });

    it('has nothing to offer where free text is wanted', async () => {
      expect(await inBash('tms-init list --q ')).to.deep.equal([]);
      expect(await inBash('tms-init --url ')).to.deep.equal([]);
    });

    it('knows each option of each command', async () => {
      for (const name of ALL) {
        const offered = await inBash(`tms-init ${name} --`);
        expect(offered, name).to.include.members(['--help', '--url', '--token-file', '--json']);
      }
    });

    it('is silent where there is no service', async () => {
      const script = `${scripts.bash}\nCOMP_WORDS=(tms-init status ''); COMP_CWORD=2; TMS_INIT_URL=http://127.0.0.1:2 _tms_init; echo "\${#COMPREPLY[@]}"`;
      expect(await runShell('bash', ['--norc', '-c', script])).to.deep.equal(['0']);
    });
  });

  describe('for zsh', () => {
    before(function () {
      if (spawnSync('zsh', ['--version']).error === undefined) return;
      process.stderr.write('The completion of zsh is not tested: there is no zsh on this machine.\n');
      this.skip();
    });

    for (const [line, words] of COMPLETED) {
      it(`completes "${line}"`, async () => {
        expect(await inZsh(line)).to.have.members(words);
      });
    }
  });
});
