/** What runs under SCRIPT_POLICY=files, and in what words a script that cannot run is refused. */

import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, readdir, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Exit } from '../../../src/domain/outcome.ts';
import { openTestScripts, type TestScripts } from '../../support/open-test-scripts.ts';

const ARGUMENTS = '#!/bin/sh\n[ $# -eq 0 ] || printf "<%s>" "$@"\n';

/** In the folder of scripts; those that end in `.sh` may be executed. */
const FILES: Readonly<Record<string, string | Buffer>> = {
  'arguments.sh': ARGUMENTS,
  'below/arguments.sh': ARGUMENTS,
  'where.sh': '#!/bin/sh\npwd; echo "$0"; echo "$STEP_NAME"\n',
  'fails.sh': '#!/bin/sh\necho why\nexit 3\n',
  'plain.txt': '#!/bin/sh\n',
  'no-interpreter.sh': '#! /no/such/interpreter -x\n',
  'own-interpreter.sh': '#!arguments.sh\n',
  'bad-interpreter.sh': '#!/etc/passwd\n',
  'windows-first-line.sh': '#!/bin/sh\r\necho never\r\n',
  'windows-option.sh': '#!/bin/sh -e\r\necho never\r\n',
  'windows-body.sh': '#!/bin/sh\necho from windows\r\n',
  'no-first-line.sh': 'echo by the shell: "$@"\n',
  'empty.sh': '',
  'byte-order-mark.sh': '\uFEFF#!/bin/sh\necho never\n',
  'garbage.sh': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0x00, 0x01, 0xff, 0xfe, 0x00, 0x0a, 0x03]),
  'open-to-all.sh': '#!/bin/sh\n',
  'open-folder/a.sh': '#!/bin/sh\n',
  'open-folder/closed/a.sh': '#!/bin/sh\n',
  'huge.sh': '#!/bin/sh\nexit 5\n',
  'busy.sh': '#!/bin/sh\necho never\n',
  'a b.sh': ARGUMENTS,
  "it's.sh": ARGUMENTS,
  'two "quotes".sh': ARGUMENTS,
  'back\\slash.sh': ARGUMENTS,
  '🚀.sh': ARGUMENTS,
  '-x.sh': ARGUMENTS,
  '$HOME;*.sh': ARGUMENTS,
};

interface Row {
  readonly title: string;
  readonly script: string | null;
  readonly expected: Partial<Exit>;
}

const ran = (title: string, script: string, lastLine: string | null, exitCode = 0): Row => ({
  title,
  script,
  expected: { kind: 'exited', exitCode, lastLine },
});

const refused = (title: string, script: string | null, reason: string): Row => ({
  title,
  script,
  expected: { kind: 'not-started', reason, lastLine: null },
});

const WRITABLE = 'any user of this host may change the script: it or a folder it is in is writable for others';

const ROWS: readonly Row[] = [
  ran('a file', 'arguments.sh', null),
  ran('a file with arguments', 'arguments.sh a "b c" \'\'', '<a><b c><>'),
  ran('a file in a folder', './below/arguments.sh x', '<x>'),
  ran('a file by its whole path', '<SCRIPTS_DIR>/below/arguments.sh x', '<x>'),
  ran('a way that leads back inside', 'below/../arguments.sh x', '<x>'),
  ran('a link to a file inside', 'link-inside x', '<x>'),
  ran('a file that fails', 'fails.sh', 'why', 3),
  ran('C6: a body with CRLF line endings', 'windows-body.sh', 'from windows'),
  ran('C7: no first line: /bin/sh', 'no-first-line.sh "a  b"', 'by the shell: a  b'),
  ran('a file of a terabyte, of which only the beginning is looked at', 'huge.sh', null, 5),
  ran('C39: a name with a space in quotes', '"a b.sh" x', '<x>'),
  ran('C39: a name with a space behind a backslash', 'a\\ b.sh x', '<x>'),
  ran('C39: a name with a quote', `"it's.sh" x`, '<x>'),
  ran('C39: a name with two quotes', `'two "quotes".sh' x`, '<x>'),
  ran('C39: a name with a backslash', `'back\\slash.sh' x`, '<x>'),
  ran('C39: a name with an emoji', '🚀.sh x', '<x>'),
  ran('C39: a name that begins like an option', '-x.sh -e', '<-e>'),
  ran('C39: a name of signs that a shell would take for its own', '$HOME;*.sh x', '<x>'),
  ran(
    'signs of a shell as arguments',
    'arguments.sh $HOME ${X} $(id) `id` * ? ~ {a,b} ; | & && > made < made # !',
    '<$HOME><${X}><$(id)><`id`><*><?><~><{a,b}><;><|><&><&&><>><made><<><made><#><!>',
  ),
  {
    title: 'an interpreter that is a file of the folder, too',
    script: 'own-interpreter.sh',
    expected: { kind: 'exited', exitCode: 0 },
  },
  refused('B15: no script', null, 'no script'),
  refused('B15: nothing', '', 'no script'),
  refused('B15: blanks', ' \n\t', 'no script'),
  refused('B16: a way out', '../x', 'the script is outside the scripts folder: "../x"'),
  refused(
    'B16: a way out through a folder',
    'below/../../x',
    'the script is outside the scripts folder: "below/../../x"',
  ),
  refused('B16: a program of the system', '/bin/sh -c id', 'the script is outside the scripts folder: "/bin/sh"'),
  refused('B16: a program that only PATH would find', 'ls', 'the script was not found: "ls"'),
  refused('B16: NUL in a name', 'a\0b.sh', 'invalid script name: "a\\u0000b.sh"'),
  refused('NUL in an argument', 'arguments.sh a\0b', 'the script has a NUL character in it'),
  refused('an empty name', '"" x', 'invalid script name: ""'),
  refused('a name longer than names can be', 'x'.repeat(300), `invalid script name: "${'x'.repeat(200)}"`),
  refused('the folder itself', '.', 'the script is outside the scripts folder: "."'),
  refused('a folder beside it whose name begins like its own', '<SCRIPTS_DIR>-beside/x', 'outside'),
  refused('a quote that is not closed', 'arguments.sh "a', 'the script has a quote (") that is not closed'),
  refused('more than an argument can hold', `arguments.sh ${'x'.repeat(131_072)}`, 'the script is too long'),
  refused('a link to a file outside', 'link-outside', 'the script is outside the scripts folder: "link-outside"'),
  refused('a file in a linked folder', 'link-folder/sh', 'the script is outside the scripts folder: "link-folder/sh"'),
  refused('a link to nothing', 'link-nowhere', 'the script was not found: "link-nowhere"'),
  refused('a link to itself', 'link-itself', 'cannot look at the script: ELOOP'),
  refused('C1: a file that is missing', 'missing.sh', 'the script was not found: "missing.sh"'),
  refused('C1: a file below a file', 'fails.sh/x', 'the script was not found: "fails.sh/x"'),
  refused('C2: a file that is not executable', 'plain.txt', 'the script is not executable (chmod +x): "plain.txt"'),
  refused('C3: a folder', 'below', 'the script is not a file: "below"'),
  refused('a pipe, without waiting for its writer', 'pipe.sh', 'the script is not a file: "pipe.sh"'),
  refused(
    'C4: an interpreter that is missing',
    'no-interpreter.sh',
    'the interpreter "/no/such/interpreter" was not found for the script: "no-interpreter.sh"',
  ),
  refused(
    'C5: a first line with CRLF',
    'windows-first-line.sh',
    'the script has CRLF line endings: "windows-first-line.sh"',
  ),
  refused(
    'C5: a first line with an option and CRLF',
    'windows-option.sh',
    'the script has CRLF line endings: "windows-option.sh"',
  ),
  refused('C8: an empty file', 'empty.sh', 'the script is empty: "empty.sh"'),
  refused(
    'C9: a byte order mark',
    'byte-order-mark.sh',
    'the script begins with a byte order mark: "byte-order-mark.sh"',
  ),
  refused('a file that anybody may write', 'open-to-all.sh', `${WRITABLE}: "open-to-all.sh"`),
  refused('a file in a folder that anybody may write', 'open-folder/a.sh', `${WRITABLE}: "open-folder/a.sh"`),
  refused(
    'a file below a folder that anybody may write',
    'open-folder/closed/a.sh',
    `${WRITABLE}: "open-folder/closed/a.sh"`,
  ),
  refused(
    'an interpreter that is no program',
    'bad-interpreter.sh',
    'the system cannot execute the script: Permission denied',
  ),
];

describe('scripts as files', () => {
  let test: TestScripts;
  let runs = 0;

  before(async () => {
    const scriptsDir = await realpath(await mkdtemp(join(tmpdir(), 'tms-init-files-')));
    await makeFiles(scriptsDir);
    test = await openTestScripts({ policy: 'files', scriptsDir });
  });
  after(() => test.close());

  async function run(script: string | null): Promise<Exit> {
    runs += 1;
    const named = script?.replace('<SCRIPTS_DIR>', test.scriptsDir) ?? null;
    const { exit } = await test.scripts.start(test.attempt(named, { stepNo: runs, stepName: 'a step' }));
    return exit;
  }

  for (const { title, script, expected } of ROWS) {
    it(`${expected.kind === 'exited' ? 'runs' : 'does not start'} ${title}`, async () => {
      const exit = await run(script);
      const { reason, ...facts } = { reason: undefined, ...expected };
      expect(exit).to.deep.include(facts);
      if (reason !== undefined) expect(exit).to.have.property('reason').that.includes(reason);
    });
  }

  it('makes no file by signs of a shell', async () => {
    await run('arguments.sh > made');
    expect(await readdir(test.scriptsDir)).to.not.include('made');
  });

  it('runs it in the folder of scripts, under its real path and with the environment of its step', async () => {
    const attempt = test.attempt('link-where', { stepNo: 1000, stepName: 'seven' });
    await (
      await test.scripts.start(attempt)
    ).exit;
    const { scriptsDir } = test;
    expect(await test.readLog(attempt)).to.equal(`${scriptsDir}\n${scriptsDir}/where.sh\nseven\n`);
  });

  it('C10: garbage ends with the code of /bin/sh, or is not started where that knows a program from a text', async () => {
    const exit = await run('garbage.sh');
    if (exit.kind === 'exited') expect(exit.exitCode).to.be.oneOf([2, 126, 127]);
    else expect(exit).to.include({ reason: 'the system cannot execute the script: Exec format error' });
  });

  it('C40: runs a file as it is now', async () => {
    const path = join(test.scriptsDir, 'changed.sh');
    expect(await run('changed.sh')).to.include({ kind: 'not-started' });
    await writeFile(path, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    expect(await run('changed.sh')).to.include({ exitCode: 1 });
    await writeFile(path, '#!/bin/sh\nexit 2\n');
    expect(await run('changed.sh')).to.include({ exitCode: 2 });
  });

  it('C41: says that a file is open for writing, and runs it once it is closed', async () => {
    const writer = await open(join(test.scriptsDir, 'busy.sh'), 'r+');
    const exit = await run('busy.sh');
    await writer.close();
    expect(exit).to.include({ kind: 'not-started', reason: 'the script is open for writing: ETXTBSY' });
    expect(await run('busy.sh')).to.include({ kind: 'exited', exitCode: 0 });
  });

  it('does not take the codes of a script for words of the system', async () => {
    await writeFile(join(test.scriptsDir, 'code.sh'), '#!/bin/sh\necho "a: Text file busy"\nexit "$1"\n', {
      mode: 0o755,
    });
    for (const exitCode of [70, 75, 126, 127]) {
      expect(await run(`code.sh ${exitCode}`)).to.include({ kind: 'exited', exitCode });
    }
  });

  it('says that the folder of scripts is gone', async () => {
    const other = await openTestScripts({
      policy: 'files',
      scriptsDir: await mkdtemp(join(tmpdir(), 'tms-init-gone-')),
    });
    await rm(other.scriptsDir, { recursive: true });
    const { exit } = await other.scripts.start(other.attempt('a.sh'));
    expect(await exit).to.include({ reason: 'cannot enter the working directory of scripts: ENOENT' });
    await other.close();
  });

  it('runs files of a folder that is reached by a link, and refuses one that anybody may write', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tms-init-linked-'));
    await mkdir(join(folder, 'release'), { mode: 0o755 });
    await writeFile(join(folder, 'release', 'a.sh'), '#!/bin/sh\nexit 4\n', { mode: 0o755 });
    await symlink('release', join(folder, 'current'));
    const other = await openTestScripts({ policy: 'files', scriptsDir: join(folder, 'current') });
    const runThere = async (stepNo: number) => (await other.scripts.start(other.attempt('a.sh', { stepNo }))).exit;
    expect(await runThere(1)).to.include({ exitCode: 4 });
    await chmod(join(folder, 'release'), 0o1777);
    expect(await runThere(2)).to.include({ kind: 'not-started', reason: `${WRITABLE}: "a.sh"` });
    await other.close();
    await rm(folder, { recursive: true });
  });
});

async function makeFiles(folder: string): Promise<void> {
  for (const name of ['below', 'open-folder/closed']) await mkdir(join(folder, name), { recursive: true, mode: 0o755 });
  for (const [name, content] of Object.entries(FILES)) {
    await writeFile(join(folder, name), content);
    await chmod(join(folder, name), name.endsWith('.sh') ? 0o755 : 0o644);
  }
  await truncate(join(folder, 'huge.sh'), 1024 ** 4);
  for (const name of ['open-to-all.sh', 'open-folder']) await chmod(join(folder, name), 0o777);
  execFileSync('mkfifo', ['-m', '755', join(folder, 'pipe.sh')]);
  await makeLinks(folder);
}

async function makeLinks(folder: string): Promise<void> {
  const links = [
    ['link-inside', 'below/arguments.sh'],
    ['link-where', 'where.sh'],
    ['link-outside', '/bin/sh'],
    ['link-folder', '/bin'],
    ['link-nowhere', 'nothing'],
    ['link-itself', 'link-itself'],
  ] as const;
  for (const [name, target] of links) await symlink(target, join(folder, name));
}
