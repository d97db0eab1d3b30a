/**
 * Scripts that do what scripts do not do, run by a real service on PostgreSQL. A script is a command line for /bin/sh: of
 * what cannot be run the shell says so itself, by its code (127 not found, 126 not executable) and its words.
 *
 * | script | where else, or why not here |
 * |---|---|
 * | C8, C9, an empty file, a byte order mark | the shell takes both for scripts, and so does the service |
 * | C14, `exit -1` | 255 by some shells, 2 (a wrong number) by others |
 * | C20, C21, a daemon whose step runs again | test/scripts/supervise-script.test.ts |
 * | C25, what ignores TERM and has grandchildren | also test/scripts/supervise-script.test.ts |
 * | C26, a timeout; C31, C32, a full disk | test/service/limits-that-are-set.test.ts |
 * | C33, the environment of the service itself | same user, same rights: a secret belongs into a file (DATABASE_URL_FILE) |
 * | C34, a script that kills the service itself | same user, same rights: test/service/crash.test.ts has what follows |
 * | C38, more processes than there may be | needs a user that is not root: test/service/limits-of-another-user.test.ts |
 * | C40, a script that was changed | the row's script is what runs; here a file that it calls |
 * | files instead of command lines, SCRIPT_POLICY=files | test/scripts/program/script-files.test.ts |
 */

import { expect } from 'chai';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { AttemptAnswer } from '../../src/http/schemas/attempt.ts';
import { eventually } from '../support/eventually.ts';
import { livingProcesses } from '../support/living-processes.ts';
import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
  type StepJson,
} from '../support/service-process.ts';

interface OddScript {
  readonly row: string;
  readonly title: string;
  readonly script: string;
  /** `null` where the script ended well. */
  readonly message: RegExp | null;
  readonly codes: readonly (number | null)[];
  /** What its log is. */
  readonly log?: RegExp;
}

/** In the working directory of scripts; those that end in `.sh` may be executed, unless they are to be refused. */
const FILES: Readonly<Record<string, string | Buffer>> = {
  'plain.txt': 'echo never\n',
  'no-interpreter.sh': '#!/no/such/interpreter\necho never\n',
  'windows-first-line.sh': '#!/bin/sh\r\necho never\r\n',
  'windows-body.sh': '#!/bin/sh\necho from windows\r\n',
  'no-first-line.sh': 'echo by the shell\n',
  'empty.sh': '',
  'byte-order-mark.sh': '\uFEFF#!/bin/sh\necho marked\n',
  'garbage.sh': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0x00, 0x01, 0xff, 0xfe, 0x00, 0x0a, 0x03]),
  'busy.sh': '#!/bin/sh\necho never\n',
  'vanishing.sh': '#!/bin/sh\nrm vanishing.sh\necho still here\nexit 4\n',
  'replaced.sh':
    '#!/bin/sh\nprintf "#!/bin/sh\\nexit 9\\n" > new.sh; mv new.sh replaced.sh\necho the old one\nexit 4\n',
  'a b.sh': 'echo spaces\n',
  "it's.sh": 'echo quotes\n',
  '🚀.sh': 'echo emoji\n',
  '-x.sh': 'echo dash\n',
};

type Failure = readonly [codes: number | readonly number[], words?: string];

const failed = (row: string, title: string, script: string, ...[codes, words = '']: Failure): OddScript => ({
  row,
  title,
  script,
  codes: [codes].flat(),
  message: new RegExp(words),
});

const succeeded = (row: string, title: string, script: string, log?: RegExp): OddScript => ({
  row,
  title,
  script,
  codes: [0],
  message: null,
  ...(log && { log }),
});

const ODD_SCRIPTS: readonly OddScript[] = [
  failed('C1', 'a file that is missing', './missing.sh', 127, 'exit code 127; last output: .*not found'),
  failed(
    'C2',
    'a file that is not executable',
    './plain.txt',
    126,
    'exit code 126; last output: .*[Pp]ermission denied',
  ),
  failed('C3', 'a folder', './folder', 126, 'exit code 126; last output: .*([Pp]ermission denied|[Ii]s a directory)'),
  failed('C4', 'an interpreter that is missing', './no-interpreter.sh', [126, 127], 'exit code 12[67]'),
  failed('C5', 'a first line that ends as on Windows', './windows-first-line.sh', [126, 127], 'exit code 12[67]'),
  succeeded('C6', 'a body whose lines end as on Windows', './windows-body.sh', /^from windows\r\n$/),
  succeeded('C7', 'no first line', './no-first-line.sh', /^by the shell\n$/),
  succeeded('C8', 'an empty file', './empty.sh', /^$/),
  succeeded('C9', 'a byte order mark', './byte-order-mark.sh', /marked\n$/),
  failed('C10', 'garbage', './garbage.sh', [2, 126, 127], 'exit code (2|12[67])'),
  succeeded('C11', 'exit 0 and words on standard error', 'echo alarming >&2; exit 0', /^alarming\n$/),
  failed('C12', 'exit 1', 'exit 1', 1, '^.*exit code 1$'),
  failed('C12', 'exit 2', 'exit 2', 2, 'exit code 2$'),
  failed('C12', 'exit 255', 'exit 255', 255, 'exit code 255$'),
  succeeded('C13', 'exit 256, of which the kernel keeps eight bits', 'sh -c "exit 256"', /^$/),
  failed('C14', 'exit -1', 'exit -1', [2, 255], 'exit code (2|255)'),
  failed('C15', 'exit 126 by itself', 'exit 126', 126, 'exit code 126$'),
  failed('C15', 'exit 127 by itself', 'exit 127', 127, 'exit code 127$'),
  failed('C16', 'exit 137 by itself, which no signal sent', 'exit 137', 137, '^exit code 137$'),
  failed('C17', 'an end by KILL', 'kill -KILL $$', 137, '^killed by SIGKILL$'),
  failed('C17', 'an end by TERM', 'kill -TERM $$', 143, '^killed by SIGTERM$'),
  failed('C17', 'an end by SEGV', 'kill -SEGV $$', 139, '^killed by SIGSEGV$'),
  failed('C18', 'closed outputs long before the end', 'exec >&- 2>&-; sleep 0.3; exit 3', 3, '^exit code 3$'),
  succeeded('C19', 'a child that keeps the outputs', 'sleep 30 & echo gone', /^gone\n$/),
  succeeded('C20', 'a daemon in a session of its own', 'setsid sleep 30 & echo up', /^up\n$/),
  succeeded('C21', 'a daemon that closed all descriptors', '(exec >&- 2>&- 10>&-; setsid sleep 30 &) & wait; :', /^$/),
  succeeded('C22', 'a question on standard input', 'read -r answer; echo "got:$answer:$?"', /^got::1\n$/),
  failed('C23', 'a question on a terminal', 'read -r password </dev/tty', [1, 2], '/dev/tty'),
  succeeded('C27', 'a million lines', 'seq 1 1000000', /^1\n2\n[\s\S]*\n1000000\n$/),
  failed('C30', 'a file that removes itself', './vanishing.sh', 4, 'exit code 4; last output: still here$'),
  failed('C30', 'a file that replaces itself', './replaced.sh', 4, 'exit code 4; last output: the old one$'),
  succeeded(
    'C37',
    'a working directory that goes away',
    'mkdir gone; cd gone; rmdir ../gone; umask; echo on',
    /^0\d+\non\n$/,
  ),
  succeeded('C39', 'a name with a space', '"./a b.sh"', /^spaces\n$/),
  succeeded('C39', 'a name with a quote', `"./it's.sh"`, /^quotes\n$/),
  succeeded('C39', 'a name with an emoji', './🚀.sh', /^emoji\n$/),
  succeeded('C39', 'a name that begins like an option', './-x.sh', /^dash\n$/),
  failed('C41', 'a file that is open for writing', 'exec 8>>busy.sh; ./busy.sh', 126, '[Tt]ext file busy'),
];

const CANARY = 'a-secret-of-the-service';

describe('odd scripts', () => {
  let database: ServiceDatabase;
  let folders: ServiceFolders;
  let service: ServiceProcess;

  before(async () => {
    folders = await makeServiceFolders();
    await makeFiles(folders.root);
    database = await openPostgres();
    const settings = { ...database.settings, KILL_GRACE: '0.3', CANARY };
    service = await startServiceProcess(folders, settings);
    // All at once, which costs less than one after the other.
    await Promise.all(ODD_SCRIPTS.map(({ script }, index) => start(`script-${index}`, script)));
  });

  after(async () => {
    // What SUCCESS steps left running is left alone by the service.
    for (const pid of livingProcesses(`PWD=${folders.root}`)) if (pid !== service.pid) killQuietly(pid);
    await service.end('SIGTERM');
    await database.close();
    await folders.remove();
  });

  async function run(taskId: string, script: string): Promise<StepJson> {
    await service.createTask(taskId, [script]);
    return execute(taskId);
  }

  async function execute(taskId: string): Promise<StepJson> {
    await service.execute(taskId);
    return untilOver(taskId);
  }

  async function untilOver(taskId: string): Promise<StepJson> {
    await eventually('the run to end', async () => !(await service.call(`/tasks/${taskId}`)).body.active);
    const [step] = await service.steps(taskId);
    if (!step) throw new Error('the task has no step');
    return step;
  }

  async function start(taskId: string, script: string): Promise<void> {
    await service.createTask(taskId, [script]);
    // So many at once may be told to come again on a busy machine.
    await eventually('the run to be accepted', async () => (await service.execute(taskId)).status === 202);
  }

  async function readLog(taskId: string): Promise<Buffer> {
    const response = await fetch(`${service.url}/api/v1/init/tasks/${taskId}/steps/1/log`);
    return Buffer.from(await response.arrayBuffer());
  }

  async function attemptOf(taskId: string): Promise<AttemptAnswer | undefined> {
    const response = await fetch(`${service.url}/api/v1/init/tasks/${taskId}/steps/1/attempts`);
    const [attempt] = JSON.parse(await response.text()) as AttemptAnswer[];
    return attempt;
  }

  for (const [index, { row, title, codes, message, log }] of ODD_SCRIPTS.entries()) {
    it(`${row}: ${title}: ${message ? 'FAILED' : 'SUCCESS'} with ${codes.join(' or ')}`, async () => {
      const step = await untilOver(`script-${index}`);
      expect(step.exitCode, step.message ?? '').to.be.oneOf(codes);
      expect(step.status).to.equal(message ? 'FAILED' : 'SUCCESS');
      if (message) expect(step.message).to.match(message);
      else expect(step.message).to.equal(null);
      // Without chai, which would print all of it.
      if (log) expect(log.test((await readLog(`script-${index}`)).toString()), `the log is ${log}`).to.equal(true);
    });
  }

  it('C17, C12: the attempt tells why in words, too', async () => {
    expect(await attemptOf(taskOf('C17'))).to.include({
      signal: 'SIGKILL',
      exitCode: null,
      cause: 'killed by SIGKILL',
    });
    expect(await attemptOf(taskOf('C12'))).to.include({ signal: null, exitCode: 1, cause: 'exit code 1' });
    expect(await attemptOf(taskOf('C11'))).to.include({ exitCode: 0, cause: null, record: 'whole', hasLog: true });
  });

  it('C19: leftovers of a step that failed are ended before its outcome is written', async () => {
    const step = await run('leftovers', 'sleep 30 & setsid sleep 30 & sleep 0.1; exit 1');
    expect(step).to.include({ status: 'FAILED', exitCode: 1 });
    expect(livingProcesses('TASK_ID=leftovers')).to.deep.equal([]);
  });

  it('C24: a script that stops itself is RUNNING until somebody lets it go on', async () => {
    await start('stopped', 'kill -STOP $$; exit 6');
    const pid = await eventually('the script to stop', async () => {
      const attempt = await attemptOf('stopped');
      return attempt?.pid && (await stateOf(attempt.pid)) === 'T' ? attempt.pid : 0;
    });
    expect((await service.steps('stopped'))[0]).to.include({ status: 'RUNNING', exitCode: null });
    process.kill(pid, 'SIGCONT');
    await service.untilStatus('stopped', 'FAILED');
    expect((await service.steps('stopped'))[0]).to.include({ exitCode: 6 });
  });

  it('C25: a script that ignores TERM is killed after its grace, and its attempt says who cancelled it', async () => {
    await start('stubborn', `trap '' TERM; echo up; sleep 30; sleep 30`);
    await eventually('the script to be up', async () => (await readLog('stubborn')).includes('up'));
    await service.call('/tasks/stubborn/cancel', { method: 'POST' });
    await service.untilStatus('stubborn', 'FAILED');
    expect((await service.steps('stubborn'))[0]).to.include({ exitCode: 137, message: 'cancelled by local' });
    expect(await attemptOf('stubborn')).to.include({ signal: 'SIGKILL', cause: 'cancelled by local' });
  });

  it('C27: 10 MB without an end of line are in the log to the last byte', async () => {
    await run('one-line', 'head -c 10000000 /dev/zero | tr "\\0" x');
    expect((await readLog('one-line')).equals(Buffer.alloc(10_000_000, 'x'))).to.equal(true);
  });

  it('C28: bytes that are no text are in the log unchanged', async () => {
    await run('bytes', String.raw`printf '\377\000\033[31m\346\265\r\n\300'`);
    expect(await readLog('bytes')).to.deep.equal(
      Buffer.from([0xff, 0x00, 0x1b, 0x5b, 0x33, 0x31, 0x6d, 0xe6, 0xb5, 0x0d, 0x0a, 0xc0]),
    );
  });

  it('C29: a script that removes its own log ends well, and its log is gone', async () => {
    expect(await run('removed', 'echo here; rm data/logs/removed-*/*.log')).to.include({
      status: 'SUCCESS',
      exitCode: 0,
    });
    const { status, body } = await service.call('/tasks/removed/steps/1/log');
    expect({ ...body, status }).to.include({ status: 404, reason: 'missing' });
    expect(await attemptOf('removed')).to.include({ hasLog: false, record: 'whole', exitCode: 0 });
  });

  it('C33: a script finds no secret of the service in its environment, nor in that of its parent', async () => {
    await run('curious', `env; tr '\\0' '\\n' < /proc/$PPID/environ; cat /proc/$PPID/cmdline`);
    const log = (await readLog('curious')).toString();
    expect(log).to.include('TASK_ID=curious').and.not.include(CANARY).and.not.include('postgresql://');
  });

  it('C34: a script that kills the launcher: only what it ran is FAILED, and the service goes on', async () => {
    await start('beside', 'echo up; sleep 30');
    await eventually('another script to be up', async () => (await readLog('beside')).includes('up'));
    const step = await run('killer', 'kill -KILL $PPID; sleep 30');
    expect(step).to.include({ status: 'FAILED', exitCode: null });
    expect(step.message).to.equal('the launcher of scripts ended (SIGKILL)');
    await service.untilStatus('beside', 'FAILED');
    for (const taskId of ['beside', 'killer']) expect(livingProcesses(`TASK_ID=${taskId}`)).to.deep.equal([]);
    expect(await run('after', 'echo fine')).to.include({ status: 'SUCCESS' });
  });

  it('C35, C36: a script that executes its own task starts nothing; it may execute another one', async () => {
    await service.createTask('another', ['echo fine']);
    const [itself, another] = ['itself', 'another'].map(
      (taskId) => `${service.url}/api/v1/init/tasks/${taskId}/execute`,
    );
    const program = `for (const url of ["${itself}", "${another}"])
      console.log(await (await fetch(url, { method: "POST" })).text())`;
    await run('itself', `'${process.execPath}' --input-type=module -e '${program}'`);
    const [own, other] = (await readLog('itself')).toString().split('\n');
    expect(JSON.parse(String(own))).to.include({ taskId: 'itself', status: 'RUNNING', started: false });
    expect(JSON.parse(String(other))).to.include({ taskId: 'another', status: 'RUNNING', started: true });
    expect((await service.steps('itself'))[0]).to.include({ status: 'SUCCESS', attempts: 1 });
    await service.untilStatus('another', 'SUCCESS');
  });

  it('C40: a file that was changed between two attempts runs as it is now', async () => {
    await writeFile(join(folders.root, 'changed.sh'), 'exit 1\n');
    expect(await run('changed', 'sh ./changed.sh')).to.include({ status: 'FAILED', exitCode: 1, attempts: 1 });
    await writeFile(join(folders.root, 'changed.sh'), 'echo mended\n');
    expect(await execute('changed')).to.include({ status: 'SUCCESS', exitCode: 0, attempts: 2 });
    expect((await readLog('changed')).toString()).to.equal('mended\n');
  });
});

async function makeFiles(folder: string): Promise<void> {
  await mkdir(join(folder, 'folder'));
  for (const [name, content] of Object.entries(FILES)) {
    await writeFile(join(folder, name), content);
    await chmod(join(folder, name), name.endsWith('.sh') ? 0o755 : 0o644);
  }
}

/** The first script of a row. */
function taskOf(row: string): string {
  return `script-${ODD_SCRIPTS.findIndex((odd) => odd.row === row)}`;
}

/** As the kernel has it: T is stopped. */
async function stateOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[0];
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
