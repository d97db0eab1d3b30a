/** How scripts are started, what they get, and what their ends become. */

import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import type { Exit } from '../../src/domain/outcome.ts';
import { readLockDirId } from '../../src/scripts/lock/lock-dir-id.ts';
import { type AttemptFacts, openTestScripts, type TestScripts } from '../support/open-test-scripts.ts';

describe('startScript', () => {
  let test: TestScripts;

  before(async () => {
    test = await openTestScripts({ environment: { GREETING: 'good "day"' } });
  });
  after(() => test.close());

  async function run(script: string | null, facts?: AttemptFacts): Promise<Exit> {
    const { exit } = await test.scripts.start(test.attempt(script, facts));
    return exit;
  }

  const ends: readonly (readonly [string, string | null, object])[] = [
    ['a script that ends well', 'echo done', { kind: 'exited', exitCode: 0, lastLine: 'done', warning: null }],
    ['a script that fails', 'echo why >&2; exit 3', { kind: 'exited', exitCode: 3, lastLine: 'why' }],
    ['code 75, which flock uses too', 'exit 75', { kind: 'exited', exitCode: 75 }],
    ['code 70, which the check of the ticket uses too', 'exit 70', { kind: 'exited', exitCode: 70 }],
    ['code 66, which flock uses too', 'exit 66', { kind: 'exited', exitCode: 66 }],
    ['the code of a killed shell as a plain code', 'exit 137', { kind: 'exited', exitCode: 137 }],
    ['a command that does not exist', 'no-such-command', { kind: 'exited', exitCode: 127 }],
    ['a script with an error of syntax', 'if', { kind: 'exited', exitCode: 2 }],
    ['KILL', 'kill -KILL $$', { kind: 'signalled', signal: 'SIGKILL' }],
    ['TERM', 'kill -TERM $$', { kind: 'signalled', signal: 'SIGTERM' }],
    [
      'nothing of real-time signals',
      'kill -34 $$; kill -64 $$; echo alive; exit 5',
      { exitCode: 5, lastLine: 'alive' },
    ],
    ['the end, not the closing of the output', 'exec >&- 2>&-; sleep 0.2; exit 3', { kind: 'exited', exitCode: 3 }],
    ['an exec over the shell', 'exec sh -c "exit 9"', { kind: 'exited', exitCode: 9 }],
    ['a multi-line script', 'set -e\necho one\necho two\nfalse\necho three', { exitCode: 1, lastLine: 'two' }],
    ['no script at all', null, { kind: 'not-started', reason: 'no script' }],
    ['a blank script', ' \n\t', { kind: 'not-started', reason: 'no script' }],
    ['a NUL in the script', 'echo a\0b', { kind: 'not-started', reason: 'the script has a NUL character in it' }],
    [
      'a script longer than an argument can be',
      `: ${'x'.repeat(131_070)}`,
      { kind: 'not-started', reason: 'the script is too long: 131072 bytes, the most are 131071' },
    ],
  ];
  for (const [title, script, expected] of ends) {
    it(`tells ${title}`, async () => {
      expect(await run(script)).to.deep.include(expected);
    });
  }

  it('runs a script of 100,000 bytes', async () => {
    const line = 'echo "$STEP_NAME"\n';
    const script = `${line}#${'é'.repeat(49_989)}\n`;
    expect(Buffer.byteLength(script)).to.be.within(99_990, 100_000);
    expect(await run(script, { stepName: 'long' })).to.include({ exitCode: 0, lastLine: 'long' });
  });

  it('runs the longest script that an argument can hold', async () => {
    const script = `exit 4 #${'x'.repeat(131_071 - 8)}`;
    expect(await run(script)).to.include({ kind: 'exited', exitCode: 4 });
  });

  it('hands quotes, line breaks, emoji and Chinese letters on unchanged', async () => {
    const stepName = `it's "测试" \\ $HOME \`id\` 🚀\nsecond`;
    const attempt = test.attempt(`printf '%s' "$STEP_NAME"; printf '|%s' "$TASK_ID" "$GREETING" 'a'"b"`, {
      stepName,
      taskId: '测试 a+b',
    });
    const { exit } = await test.scripts.start(attempt);
    expect(await exit).to.include({ exitCode: 0 });
    expect(await test.readLog(attempt)).to.equal(`${stepName}|测试 a+b|good "day"|ab`);
  });

  it('leaves out a NUL in a name', async () => {
    expect(await run('echo "$STEP_NAME"', { stepName: 'a\0b' })).to.include({ exitCode: 0, lastLine: 'ab' });
  });

  it('gives a script the allow-listed environment and its own facts, and nothing else', async () => {
    const attempt = test.attempt('exec env', { stepNo: 7, stepName: 'seven', attempt: 3 });
    const { exit } = await test.scripts.start(attempt);
    expect(await exit).to.include({ exitCode: 0 });
    const names = (await test.readLog(attempt))
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    const allowed = ['PATH', 'GREETING', 'TASK_ID', 'STEP_NO', 'STEP_NAME', 'ATTEMPT', 'ATTEMPT_ID'];
    // The shell adds PWD, some shells more.
    expect(names).to.include.members(allowed);
    expect(names.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_', ...allowed].includes(String(name)))).to.deep.equal(
      [],
    );
    expect(await test.readLog(attempt))
      .to.match(/^STEP_NO=7$/m)
      .and.match(/^ATTEMPT=3$/m);
    expect(await test.readLog(attempt)).to.include(`ATTEMPT_ID=${/(\w{16})\.log$/.exec(attempt.logPath)?.[1]}`);
  });

  it('runs it in the folder of scripts, in a session and a group of its own', async () => {
    const attempt = test.attempt('pwd; cut -d" " -f1,5,6 /proc/$$/stat');
    const { exit } = await test.scripts.start(attempt);
    await exit;
    const [folder, ids = ''] = (await test.readLog(attempt)).split('\n');
    expect(folder).to.equal(test.folder);
    expect(new Set(ids.split(' ')).size, ids).to.equal(1);
  });

  it('gives it an empty standard input', async () => {
    expect(await run('read -r line; echo "$? <$line>"')).to.include({ exitCode: 0, lastLine: '1 <>' });
  });

  it('leaves it no descriptor below 10 but the first three', async () => {
    expect(await run('cd /proc/self/fd && for fd in 3 4 5 6 7 8 9; do [ -e $fd ] && echo $fd; done; :')).to.include({
      exitCode: 0,
      lastLine: null,
    });
  });

  it('writes both outputs to the log in their order', async () => {
    const attempt = test.attempt('echo 1; echo 2 >&2; echo 3; (echo 4; echo 5 >&2)');
    const { exit } = await test.scripts.start(attempt);
    await exit;
    expect(await test.readLog(attempt)).to.equal('1\n2\n3\n4\n5\n');
  });

  it('ends a step with its script, although a child goes on and holds the output open', async () => {
    const attempt = test.attempt('sleep 300 & echo started', { stepNo: 19 });
    const running = await test.scripts.start(attempt);
    expect(await running.exit).to.include({ exitCode: 0, lastLine: 'started' });
    await running.clear();
  });

  for (const [what, path] of [
    ['record', '${L%.log}.json'],
    ['log', '$L'],
  ] as const) {
    it(`does not wait for a pipe that a script has put in the place of its ${what}`, async () => {
      const replace = `L=$(readlink /proc/$$/fd/1); rm "${path}" && mkfifo "${path}"; exit 3`;
      const { exit } = await test.scripts.start(test.attempt(replace));
      expect(await exit).to.include({ kind: 'exited', exitCode: 3 });
    });
  }

  it('does not wait for a pipe that a script has put in the place of its lock', async () => {
    const replace = 'K=$(readlink /proc/$$/fd/10); rm "$K" && mkfifo "$K"; exit 3';
    const attempt = test.attempt(replace, { stepNo: 300 });
    const { exit } = await test.scripts.start(attempt);
    expect(await exit).to.include({ kind: 'exited', exitCode: 3 });
    const next = await test.scripts.start(test.attempt('true', { stepNo: attempt.stepNo }));
    expect(await next.exit).to.include({ kind: 'not-started', reason: 'cannot write the step lock: ESPIPE' });
  });

  it('never starts a second script in the log of another', async () => {
    const attempt = test.attempt('echo once');
    const first = await test.scripts.start(attempt);
    await first.exit;
    const second = await test.scripts.start(attempt);
    expect(await second.exit).to.include({ kind: 'not-started', reason: 'cannot open the log: EEXIST' });
    expect(await test.readLog(attempt)).to.equal('once\n');
  });

  it('follows no link in the place of a log', async () => {
    const attempt = test.attempt('echo overwritten', { taskId: 'linked' });
    const logPath = join(test.folder, 'logs', attempt.logPath);
    await mkdir(dirname(logPath));
    await symlink('/dev/null', logPath);
    const { exit } = await test.scripts.start(attempt);
    expect(await exit).to.include({ kind: 'not-started', reason: 'cannot open the log: EEXIST' });
  });

  it('says that a log path is not its own', async () => {
    const { exit } = await test.scripts.start({ ...test.attempt('echo'), logPath: '../../etc/passwd' });
    expect(await exit).to.include({ kind: 'not-started', reason: 'the log path was not made by this service' });
  });

  it('starts what a hundred ask for at once', async () => {
    const exits = await Promise.all(Array.from({ length: 100 }, (_, stepNo) => run(`exit ${stepNo % 7}`, { stepNo })));
    expect(exits.map((exit) => exit.kind === 'exited' && exit.exitCode)).to.deep.equal(exits.map((_, n) => n % 7));
  });
});

describe('startScript on a host in disorder', () => {
  let test: TestScripts;

  beforeEach(async () => {
    test = await openTestScripts({ scriptsDir: await mkdtemp(join(tmpdir(), 'tms-init-dir-')) });
  });
  afterEach(() => test.close());

  async function run(script = 'echo', stepNo = 1): Promise<Exit> {
    const { exit } = await test.scripts.start(test.attempt(script, { stepNo }));
    return exit;
  }

  it('says that the folder of logs is gone, and makes none in its place', async () => {
    await rm(join(test.folder, 'logs'), { recursive: true });
    expect(await run()).to.include({ kind: 'not-started', reason: 'cannot create the log folder: ENOENT' });
    expect(await readdir(test.folder)).to.not.include('logs');
  });

  it('makes the folder of locks again where it is gone, for its owner alone and as the same place', async () => {
    const lockDir = join(test.folder, 'locks');
    const id = await readLockDirId(lockDir);
    // The first sweep of the locks may still make a file in it.
    await rm(lockDir, { recursive: true, maxRetries: 5 });
    const exits = await Promise.all([1, 2, 3].map((stepNo) => run('exit 3', stepNo)));
    expect(exits.map(({ kind }) => kind)).to.deep.equal(['exited', 'exited', 'exited']);
    expect((await stat(lockDir)).mode & 0o777).to.equal(0o700);
    expect(await readLockDirId(lockDir)).to.equal(id);
  });

  const strangers: readonly (readonly [string, (lockDir: string) => Promise<unknown>])[] = [
    ['a folder that is open to others', (lockDir) => mkdir(lockDir).then(() => chmod(lockDir, 0o777))],
    ['a link', (lockDir) => mkdir(`${lockDir}-elsewhere`).then(() => symlink(`${lockDir}-elsewhere`, lockDir))],
  ];
  for (const [what, replace] of strangers) {
    it(`puts no lock into ${what} in the place of the folder of locks`, async () => {
      const lockDir = join(test.folder, 'locks');
      await rm(lockDir, { recursive: true, maxRetries: 5 });
      await replace(lockDir);
      expect(await run()).to.include({ kind: 'not-started', reason: 'cannot write the step lock: EPERM' });
      expect((await readdir(lockDir)).filter((name) => name.endsWith('.lock'))).to.deep.equal([]);
    });
  }

  it('does not make the folder of locks where the one above it is gone too', async () => {
    const lockDir = join(test.folder, 'above', 'locks');
    const other = await openTestScripts({ lockDir });
    await rm(join(test.folder, 'above'), { recursive: true, maxRetries: 5 });
    const { exit } = await other.scripts.start(other.attempt('echo'));
    expect(await exit).to.include({ kind: 'not-started', reason: 'cannot write the step lock: ENOENT' });
    await other.close();
  });

  it('says that the working directory is gone', async () => {
    await rm(test.scriptsDir, { recursive: true });
    const reason = 'cannot enter the working directory of scripts: ENOENT';
    expect(await run()).to.include({ kind: 'not-started', reason });
  });

  it('says that the working directory is no folder', async () => {
    await rm(test.scriptsDir, { recursive: true });
    await writeFile(test.scriptsDir, '');
    const reason = 'cannot enter the working directory of scripts: ENOTDIR';
    expect(await run()).to.include({ kind: 'not-started', reason });
  });

  it('keeps the code of a script where the ticket cannot be read any more', async () => {
    const { folder } = test;
    const replaced = `cd ${folder}/locks; for f in *.lock; do rm "$f"; ln -s / "$f"; done`;
    expect(await run(`${replaced}; exit 3`)).to.include({ kind: 'exited', exitCode: 3 });
    expect(await run(`${replaced}; exit 75`, 2)).to.include({
      kind: 'unknown',
      reason: 'the ticket in the step lock cannot be read: ELOOP',
    });
  });

  it('runs a script that removes its own log, its record and the locks', async () => {
    const { folder } = test;
    expect(await run(`echo away; rm -r ${folder}/logs ${folder}/locks; exit 3`)).to.include({
      kind: 'exited',
      exitCode: 3,
      lastLine: null,
    });
  });
});

// Only root may mount a small file system to fill.
(process.getuid?.() === 0 ? describe : describe.skip)('startScript on a full disk', () => {
  let disk: string;
  let test: TestScripts;

  beforeEach(async () => {
    disk = await mkdtemp(join(tmpdir(), 'tms-init-disk-'));
    await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=256k,nr_inodes=16', 'tmpfs', disk]);
    test = await openTestScripts({ logDir: join(disk, 'logs') });
  });
  afterEach(async () => {
    await test.close();
    await promisify(execFile)('umount', ['-l', disk]);
    await rm(disk, { recursive: true });
  });

  it('lets the exit code rule, and warns that the log is incomplete', async () => {
    const attempt = test.attempt('head -c 1000000 /dev/zero; echo unheard; exit 0');
    const { exit } = await test.scripts.start(attempt);
    expect(await exit).to.include({ kind: 'exited', exitCode: 0, warning: 'log incomplete: disk full' });
    const record = JSON.parse(await test.readLog({ ...attempt, logPath: attempt.logPath.replace(/log$/, 'json') }));
    expect(record.record).to.include({ exitCode: 0 });
  });

  it('says that no log can be opened', async () => {
    // The shell makes files until no more fit; then a folder does not either.
    const filler = `i=0; while echo > ${disk}/$i; do i=$((i + 1)); done 2>/dev/null`;
    await (
      await test.scripts.start(test.attempt(filler))
    ).exit;
    const { exit } = await test.scripts.start(test.attempt('echo', { taskId: 'another' }));
    expect(await exit).to.include({ kind: 'not-started', reason: 'cannot create the log folder: ENOSPC' });
  });
});
