/** The command line as a whole: its help, its exit codes, and one line for whatever is not used as it has to be. */

import { expect } from 'chai';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';

import { ALL_COMMANDS } from '../../cli/commands/all-commands.ts';
import { tellFault } from '../../cli/faults/tell-fault.ts';
import { runProgram } from '../../cli/program.ts';
import { beginTmsInit, tmsInit, untilEnded } from '../support/command-line.ts';
import { openScriptedServer } from '../support/scripted-server.ts';

const PROJECT = join(import.meta.dirname, '../..');

/** What is said of these words, which are a misuse, without a process of its own. */
async function faultOf(words: readonly string[]): Promise<{ readonly text: string; readonly exitCode: number }> {
  try {
    await runProgram(words);
  } catch (error) {
    return tellFault(error, false);
  }
  throw new Error('nothing was wrong');
}

describe('the help of tms-init', () => {
  it('lists all commands and teaches how to begin', async () => {
    const { exitCode, output, error } = await tmsInit(['--help']);
    expect({ exitCode, error }).to.deep.equal({ exitCode: 0, error: '' });
    for (const { name } of ALL_COMMANDS) expect(output).to.match(new RegExp(`^ {2}${name} +\\S`, 'm'));
    for (const words of ['Begin here:', 'tms-init run task.yaml --watch', 'Exit codes:', 'TMS_INIT_URL']) {
      expect(output).to.include(words);
    }
  });

  for (const { name } of ALL_COMMANDS) {
    it(`has examples of ${name}, all of which are ways to use it`, async () => {
      const { exitCode, output } = await tmsInit([name, '--help']);
      expect(exitCode).to.equal(0);
      expect(output).to.include(`Usage: tms-init ${name}`);
      const examples = output
        .split('\n')
        .filter((line) => line.includes(`tms-init ${name}`))
        .slice(1);
      expect(examples, 'examples').to.have.length.above(0);
    });
  }

  it('of a command comes by help too', async () => {
    expect(await tmsInit(['help', 'logs'])).to.deep.equal(await tmsInit(['logs', '--help']));
    expect(await tmsInit(['help'])).to.deep.equal(await tmsInit(['--help']));
  });

  it('has no colours where there is no terminal', async () => {
    const { output } = await tmsInit(['--help']);
    expect(output).not.to.include('\u001B');
  });

  it('has bold titles where they are wanted', async () => {
    const { output } = await tmsInit(['--help'], { environment: { FORCE_COLOR: '1' } });
    expect(output).to.include('\u001B[1m');
  });
});

describe('tms-init', () => {
  it('tells its version', async () => {
    const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { readonly version: string };
    expect(await tmsInit(['--version'])).to.deep.equal({ exitCode: 0, output: `${version}\n`, error: '' });
  });

  it('may be reached by a link', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tms-init-link-'));
    await symlink(join(PROJECT, 'bin/tms-init.js'), join(folder, 'tms-init'));
    expect(execFileSync(join(folder, 'tms-init'), ['--version'], { cwd: folder }).toString()).to.match(/^\d/);
    await rm(folder, { recursive: true });
  });

  it('is what package.json names, and may be executed', () => {
    const { bin } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { readonly bin: object };
    expect(bin).to.deep.equal({ 'tms-init': 'bin/tms-init.js' });
    expect(execFileSync(join(PROJECT, 'bin/tms-init.js'), ['--version']).toString()).to.match(/^\d/);
  });
});

const MISUSES: readonly (readonly [string, string])[] = [
  ['', 'name a command, such as run, status or logs; see tms-init --help'],
  ['--json', 'name a command, such as run, status or logs; see tms-init --help'],
  ['rum', "unknown command 'rum' (Did you mean run?); see tms-init --help"],
  ['--colour', "unknown option '--colour'; see tms-init --help"],
  ['--url', "option '--url <url>' argument missing; see tms-init --help"],
  ['run', "missing required argument 'file|task'; see tms-init run --help"],
  ['run a b', "too many arguments for 'run'. Expected 1 argument but got 2: a, b; see tms-init run --help"],
  ['run a --wach', "unknown option '--wach' (Did you mean --watch?); see tms-init run --help"],
  [
    'run a --patience -1',
    "option '--patience <seconds>' argument '-1' is invalid. It must be a whole number from 0 to 1000000; see tms-init run --help",
  ],
  ['run ./none.yaml', './none.yaml cannot be read: there is no such file'],
  ['run /', '/ cannot be read: it is a folder'],
  ['resume', "missing required argument 'task'; see tms-init resume --help"],
  [
    'resume a --from-step x',
    "option '--from-step <n>' argument 'x' is invalid. It must be a whole number from 0 to 2147483647; see tms-init resume --help",
  ],
  [
    'resume a --from-step 2147483648',
    "option '--from-step <n>' argument '2147483648' is invalid. It must be a whole number from 0 to 2147483647; see tms-init resume --help",
  ],
  [
    'resume a --from-step 1.5',
    "option '--from-step <n>' argument '1.5' is invalid. It must be a whole number from 0 to 2147483647; see tms-init resume --help",
  ],
  ['cancel', "missing required argument 'task'; see tms-init cancel --help"],
  ['mend a --reason x --script y', "missing required argument 'step'; see tms-init mend --help"],
  ['mend a 1 --script x', "required option '--reason <text>' not specified; see tms-init mend --help"],
  ['mend a 1 --reason x', 'give the new script by --script or by --file, one of the two'],
  ['mend a 1 --reason x --script y --file z', 'give the new script by --script or by --file, one of the two'],
  [
    'mend a x --script y --reason z',
    "command-argument value 'x' is invalid for argument 'step'. It must be a whole number from 0 to 2147483647; see tms-init mend --help",
  ],
  ['resolve a --status FAILED --reason x', "missing required argument 'step'; see tms-init resolve --help"],
  ['resolve a 1 --reason x', "required option '--status <status>' not specified; see tms-init resolve --help"],
  ['resolve a 1 --status FAILED', "required option '--reason <text>' not specified; see tms-init resolve --help"],
  [
    'resolve a 1 --status PENDING --reason x',
    "option '--status <status>' argument 'PENDING' is invalid. Allowed choices are SUCCESS, FAILED; see tms-init resolve --help",
  ],
  [
    'run a --from-step x',
    "option '--from-step <n>' argument 'x' is invalid. It must be a whole number from 0 to 2147483647; see tms-init run --help",
  ],
  ['delete', "missing required argument 'task'; see tms-init delete --help"],
  ['plan', "missing required argument 'task'; see tms-init plan --help"],
  ['status', "missing required argument 'task'; see tms-init status --help"],
  ['steps', "missing required argument 'task'; see tms-init steps --help"],
  ['logs', "missing required argument 'task'; see tms-init logs --help"],
  [
    'logs a x',
    "command-argument value 'x' is invalid for argument 'step'. It must be a whole number from 0 to 2147483647; see tms-init logs --help",
  ],
  [
    'logs a 1 --tail 0',
    "option '-n, --tail <lines>' argument '0' is invalid. It must be a whole number from 1 to 1000000; see tms-init logs --help",
  ],
  [
    'logs a 1 --attempt 0',
    "option '--attempt <n>' argument '0' is invalid. It must be a whole number from 1 to 999999999; see tms-init logs --help",
  ],
  ['logs a --attempt 1', '--attempt needs the number of a step'],
  ['list a', "too many arguments for 'list'. Expected 0 arguments but got 1: a; see tms-init list --help"],
  [
    'list --limit 0',
    "option '--limit <n>' argument '0' is invalid. It must be a whole number from 1 to 100000; see tms-init list --help",
  ],
  ['list --limit', "option '--limit <n>' argument missing; see tms-init list --help"],
  ['list --url x', '--url must be an address such as http://127.0.0.1:8080, not "x"'],
  ['list --token-file /none', '--token-file /none cannot be read: ENOENT'],
  ['serve a', "too many arguments for 'serve'. Expected 0 arguments but got 1: a; see tms-init serve --help"],
  ['token --role read', "missing required argument 'name'; see tms-init token --help"],
  ['token ann', "required option '--role <role>' not specified; see tms-init token --help"],
  [
    'token ann --role king',
    "option '--role <role>' argument 'king' is invalid. Allowed choices are read, operate, author; see tms-init token --help",
  ],
  ['token a/b --role read', 'a name has 1 to 64 characters of A-Z a-z 0-9 . _ @ -'],
  ['completion', "missing required argument 'shell'; see tms-init completion --help"],
  [
    'completion fish',
    "command-argument value 'fish' is invalid for argument 'shell'. Allowed choices are bash, zsh; see tms-init completion --help",
  ],
];

describe('a misuse of tms-init', () => {
  for (const [words, line] of MISUSES) {
    it(`is told by one line: tms-init ${words}`, async () => {
      const fault = await faultOf(words.split(' ').filter((word) => word !== ''));
      expect(fault).to.deep.equal({ text: `tms-init: ${line}\n`, exitCode: 2 });
    });
  }

  it('ends the process with exit code 2, and gives nothing on standard output', async () => {
    const { exitCode, output, error } = await tmsInit(['run']);
    expect({ exitCode, output }).to.deep.equal({ exitCode: 2, output: '' });
    expect(error).to.equal("tms-init: missing required argument 'file|task'; see tms-init run --help\n");
  });

  it('is told as JSON where that is asked for', async () => {
    const { exitCode, error } = await tmsInit(['list', '--limit', 'x', '--json']);
    expect(exitCode).to.equal(2);
    expect(JSON.parse(error))
      .to.include({ exitCode: 2 })
      .and.property('error')
      .match(/^option '--limit <n>'/);
  });

  it('cannot put control characters into the terminal by way of its own words', async () => {
    expect((await faultOf(['a\u001B[2Jb'])).text).to.include('a␛[2Jb');
  });
});

describe('whoever reads what tms-init writes', () => {
  it('may leave: it ends at once and without a word, as other programs do', async () => {
    const tasks = Array.from({ length: 200 }, (_, index) => ({ taskId: `task-${index}`, name: 'x'.repeat(200) }));
    const server = await openScriptedServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ items: Array.from({ length: 30 }, () => tasks).flat(), nextCursor: null }));
    });
    try {
      const child = beginTmsInit(['list', '--json'], { url: server.url });
      child.stdout.once('data', () => child.stdout.destroy());
      const [[exitCode], error] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
      expect({ exitCode, error }).to.deep.equal({ exitCode: 141, error: '' });
    } finally {
      await server.close();
    }
  });
});

describe('tms-init under an older Node.js', () => {
  const old = findOldNode();
  let folder: string;

  before(function () {
    if (old !== null) return;
    process.stderr.write('It is not tested: there is no Node.js older than 24 on this machine.\n');
    this.skip();
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-old-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('is run again by the one that npm install has brought along, with its exit code', async () => {
    const node = old ?? '';
    expect((await tmsInit(['--version'], { node })).output).to.match(/^\d/);
    expect((await tmsInit(['run'], { node })).exitCode).to.equal(2);
    expect((await tmsInit(['list'], { node })).exitCode).to.equal(3);
  });

  it('hands signals on: a service that it runs ends in good order', async () => {
    const environment = { PORT: '0', LOCK_DIR: join(folder, 'locks') };
    const child = beginTmsInit(['serve'], { node: old ?? '', cwd: folder, environment });
    child.stdout.on('data', (piece: Buffer) => piece.includes('"listening"') && child.kill('SIGTERM'));
    const { exitCode, output } = await untilEnded(child);
    expect(exitCode).to.equal(0);
    expect(output).to.include('"closed"');
  });

  it('says what is missing where that one is not there', async () => {
    for (const name of ['bin', 'package.json', 'cli']) {
      await cp(join(PROJECT, name), join(folder, name), { recursive: true });
    }
    const [, error] = await failing(old ?? '', [join(folder, 'bin/tms-init.js'), '--version']);
    expect(error).to.match(/^tms-init: needs Node.js 24; this is v\d+\.\d+\.\d+, and the one .* run npm install\.\n$/);
  });

  it('is not fooled by one that is too old itself', async () => {
    for (const name of ['bin', 'package.json']) await cp(join(PROJECT, name), join(folder, name), { recursive: true });
    const packages = join(folder, 'node_modules/node');
    await mkdir(join(packages, 'bin'), { recursive: true });
    await symlink(old ?? '', join(packages, 'bin/node'));
    execFileSync('sh', ['-c', `echo '{"name":"node","version":"20.0.0"}' > '${packages}/package.json'`]);
    const [exitCode, error] = await failing(old ?? '', [join(folder, 'bin/tms-init.js'), '--version']);
    expect(exitCode).to.equal(1);
    expect(error).to.include('needs Node.js 24');
    expect(await readdir(folder)).to.include('node_modules');
  });
});

/** Of those in the usual places of a system. */
function findOldNode(): string | null {
  for (const path of ['/usr/bin/node', '/usr/local/bin/node']) {
    try {
      const major = Number.parseInt(execFileSync(path, ['-p', 'process.versions.node']).toString(), 10);
      if (major >= 20 && major < 24) return path;
    } catch {
      // There is none.
    }
  }
  return null;
}

async function failing(program: string, words: readonly string[]): Promise<readonly [number | null, string]> {
  const { exitCode, error } = await untilEnded(spawn(program, words, { stdio: 'pipe' }));
  return [exitCode, error];
}
