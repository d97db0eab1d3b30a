/**
 * Rows that no service of ours would write, read and executed by a real service on PostgreSQL.
 *
 * | row | where else, or why not here |
 * |---|---|
 * | B16, a NUL in a script | PostgreSQL stores none; as a script: test/scripts/start-script.test.ts |
 * | B18, a message cut to its column | test/persistence/store-units.test.ts |
 * | B24, a log that may not be read | needs a service that is not root: test/service/limits-of-another-user.test.ts |
 * | B27, a log cut while it is followed | this version has no `follow`; cut while it is sent: test/http/log.test.ts |
 */

import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { link, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { type AdoptedStep, type AdoptedTask, adoptTasks, loosenTables } from '../support/adopted-rows.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

/** Tells that it ran. */
const NOTE = 'echo "$STEP_NO" >> "ran-$TASK_ID"';

/** Number, status, and the script where it is another one. */
type ShortStep = readonly [number, string | null, (string | null)?];

interface OddRow {
  readonly row: string;
  readonly title: string;
  readonly task: string | null;
  readonly steps: readonly ShortStep[];
  /** What execute answers. */
  readonly answer: object;
  /** Task and steps once all is quiet, by their numbers; of a refused task they stay as they were. */
  readonly end?: string;
  /** The steps whose scripts ran, in order. */
  readonly ran?: string;
}

const invalid = (reason: string) => ({ status: 409, type: '/problems/task-data-invalid', reason });
const started = { status: 202, started: true };

const ODD_ROWS: readonly OddRow[] = [
  {
    row: 'B1',
    title: 'a task without steps',
    task: 'PENDING',
    steps: [],
    answer: { status: 409, type: '/problems/task-has-no-steps' },
  },
  ...['DONE', 'success', '', null].map((task) => ({
    row: 'B2',
    title: `a task with the status ${JSON.stringify(task)}`,
    task,
    steps: [[1, 'PENDING']] as const,
    answer: invalid('unknown-status'),
  })),
  ...['DONE', 'success', '', null].map((status) => ({
    row: 'B3',
    title: `a step with the status ${JSON.stringify(status)}`,
    task: 'PENDING',
    steps: [
      [1, 'PENDING'],
      [2, status],
    ] as const,
    answer: invalid('unknown-status'),
  })),
  {
    row: 'B4',
    title: 'a step number twice',
    task: 'PENDING',
    steps: [
      [1, 'PENDING'],
      [1, 'PENDING'],
    ],
    answer: invalid('duplicate-step-no'),
  },
  {
    row: 'B5',
    title: 'numbers with gaps',
    task: 'PENDING',
    steps: [
      [1, 'PENDING'],
      [3, 'PENDING'],
      [7, 'PENDING'],
    ],
    answer: started,
    end: 'SUCCESS: 1 SUCCESS, 3 SUCCESS, 7 SUCCESS',
    ran: '1 3 7',
  },
  {
    row: 'B6',
    title: 'rows in another order than their numbers',
    task: 'PENDING',
    steps: [
      [3, 'PENDING'],
      [1, 'PENDING'],
      [2, 'PENDING'],
    ],
    answer: started,
    end: 'SUCCESS: 1 SUCCESS, 2 SUCCESS, 3 SUCCESS',
    ran: '1 2 3',
  },
  {
    row: 'B7',
    title: 'a step 0',
    task: 'PENDING',
    steps: [
      [1, 'PENDING'],
      [0, 'PENDING'],
    ],
    answer: started,
    end: 'SUCCESS: 0 SUCCESS, 1 SUCCESS',
    ran: '0 1',
  },
  {
    row: 'B8',
    title: 'a negative step',
    task: 'PENDING',
    steps: [
      [-1, 'PENDING'],
      [1, 'PENDING'],
    ],
    answer: invalid('negative-step-no'),
  },
  {
    row: 'B9',
    title: 'a SUCCESS after a FAILED',
    task: 'FAILED',
    steps: [
      [1, 'FAILED'],
      [2, 'SUCCESS'],
      [3, 'PENDING'],
    ],
    answer: { ...started, successSteps: 1 },
    end: 'SUCCESS: 1 SUCCESS, 2 SUCCESS, 3 SUCCESS',
    ran: '1 3',
  },
  {
    row: 'B10',
    title: 'two RUNNING steps that nobody runs, both FAILED before the lower one runs again',
    task: 'RUNNING',
    steps: [
      [1, 'SUCCESS'],
      [2, 'RUNNING', `${NOTE}; exit 1`],
      [3, 'RUNNING'],
      [4, 'PENDING'],
    ],
    answer: started,
    end: 'FAILED: 1 SUCCESS, 2 FAILED, 3 FAILED, 4 PENDING',
    ran: '2',
  },
  {
    row: 'B11',
    title: 'a RUNNING task that nobody runs',
    task: 'RUNNING',
    steps: [
      [1, 'SUCCESS'],
      [2, 'PENDING'],
    ],
    answer: started,
    end: 'SUCCESS: 1 SUCCESS, 2 SUCCESS',
    ran: '2',
  },
  {
    row: 'B12',
    title: 'a SUCCESS task with a PENDING step',
    task: 'SUCCESS',
    steps: [
      [1, 'SUCCESS'],
      [2, 'PENDING'],
    ],
    answer: started,
    end: 'SUCCESS: 1 SUCCESS, 2 SUCCESS',
    ran: '2',
  },
  {
    row: 'B13',
    title: 'a PENDING task whose steps are all SUCCESS',
    task: 'PENDING',
    steps: [
      [1, 'SUCCESS'],
      [2, 'SUCCESS'],
    ],
    answer: { status: 200, started: false, successSteps: 2 },
    end: 'SUCCESS: 1 SUCCESS, 2 SUCCESS',
  },
  ...[null, '', ' \n\t'].map((script) => ({
    row: 'B15',
    title: `the script ${JSON.stringify(script)}: FAILED, "no script"`,
    task: 'PENDING',
    steps: [[1, 'PENDING', script]] as const,
    answer: started,
    end: 'FAILED: 1 FAILED null no script',
  })),
  {
    row: 'B16',
    title: 'the script ../no-such-script, of which the shell says that there is none',
    task: 'PENDING',
    steps: [[1, 'PENDING', '../no-such-script']],
    answer: started,
    end: 'FAILED: 1 FAILED 127 not found',
  },
  ...['/bin/sh', 'ls'].map((script) => ({
    row: 'B16',
    title: `the script ${script}, which the shell runs`,
    task: 'PENDING',
    steps: [[1, 'PENDING', script]] as const,
    answer: started,
    end: 'SUCCESS: 1 SUCCESS',
  })),
];

describe('odd rows', () => {
  let database: TestDatabase;
  let folders: ServiceFolders;
  let service: ServiceProcess;

  before(async () => {
    folders = await makeServiceFolders();
    database = await createTestDatabase();
    // Nobody else can hold what is RUNNING here.
    const settings = { DATABASE_URL: database.url, CREATE_TABLES: 'auto', TAKEOVER_DELAY: '0' };
    service = await startServiceProcess(folders, settings);
    await loosenTables(database);
  });

  after(async () => {
    await service.end('SIGTERM');
    await database.drop();
    await folders.remove();
  });

  async function adopt(taskId: string, status: string | null, ...steps: readonly AdoptedStep[]): Promise<void> {
    await adoptTasks(database, { taskId, status, steps });
  }

  /** `<task>: <number> <step>, …`, by the service. */
  async function shown(taskId: string): Promise<string> {
    const { body } = await service.call(`/tasks/${taskId}`);
    const steps = await service.steps(taskId);
    return `${body.status}: ${steps.map(({ stepNo, status }) => `${stepNo} ${status}`).join(', ')}`;
  }

  async function isQuiet(taskId: string): Promise<boolean> {
    return !(await service.call(`/tasks/${taskId}`)).body.active;
  }

  async function ran(taskId: string): Promise<string> {
    const journal = await readFile(join(folders.root, `ran-${taskId}`), 'utf8').catch(() => '');
    return journal.trim().replaceAll('\n', ' ');
  }

  describe('that are executed', () => {
    before(() => adoptTasks(database, ...ODD_ROWS.map(adopted)));

    for (const [index, { row, title, answer, end, ran: expectedRan = '' }] of ODD_ROWS.entries()) {
      it(`${row}: ${title}`, async () => {
        const taskId = `odd-${index}`;
        const before = await shown(taskId);
        const { status, body } = await service.execute(taskId);
        expect({ ...body, status }).to.include(answer);
        await eventually('the task to be quiet', () => isQuiet(taskId));
        const [expected = '', ...facts] = end?.split(/(?<=: 1 FAILED) /) ?? [before];
        expect(await shown(taskId)).to.equal(expected);
        expect(await ran(taskId)).to.equal(expectedRan);
        if (facts[0] !== undefined) await expectFirstStep(taskId, facts[0]);
      });
    }

    it('B10: what nobody ran says that it was interrupted, and has no exit code', async () => {
      const steps = await service.steps(`odd-${ODD_ROWS.findIndex(({ row }) => row === 'B10')}`);
      expect(steps[2]).to.include({ exitCode: null, attempts: 0 });
      expect(steps[2]?.message).to.match(/^interrupted: /);
    });
  });

  /** `<exit code> <part of the message>` */
  async function expectFirstStep(taskId: string, facts: string): Promise<void> {
    const [step] = await service.steps(taskId);
    const [code, ...words] = facts.split(' ');
    expect(String(step?.exitCode)).to.equal(code);
    expect(step?.message).to.include(words.join(' '));
  }

  it('B14: steps of a task that is not there: 404, and nothing runs', async () => {
    await adopt('orphan', 'PENDING', { stepNo: 1, script: NOTE });
    await database.query(`delete from tms_init_task where task_id = 'orphan'`);
    expect(await service.execute('orphan')).to.have.nested.include({ status: 404, 'body.type': PROBLEM_NO_TASK });
    expect((await service.call('/tasks/orphan/steps')).status).to.equal(404);
    expect(await ran('orphan')).to.equal('');
  });

  it('B17: 10,000 steps are read and listed, and the last one is run', async () => {
    await adopt('long', 'FAILED');
    await database.query(`insert into tms_init_task_step (task_id, step_no, step_name, script, status)
      select 'long', n, 'step ' || n, '${NOTE}', case when n = 10000 then 'FAILED' else 'SUCCESS' end
      from generate_series(1, 10000) n`);
    expect((await service.execute('long')).body).to.include({ totalSteps: 10_000, successSteps: 9999, started: true });
    expect(await service.untilStatus('long', 'SUCCESS')).to.include({ totalSteps: 10_000, successSteps: 10_000 });
    expect(await service.steps('long')).to.have.length(10_000);
    expect(await ran('long')).to.equal('10000');
  });

  it('B18: a message of 1 MB and a log path of 4 kB are shown, and the step runs again', async () => {
    const wide = { stepNo: 1, status: 'FAILED', message: 'm'.repeat(1_000_000), logPath: 'p'.repeat(4096) };
    await adopt('wide', 'FAILED', wide);
    const [step] = await service.steps('wide');
    expect([step?.message?.length, step?.logPath?.length, step?.attempts]).to.deep.equal([1_000_000, 4096, 1]);
    await expectLog('wide', 404, 'missing');
    await service.execute('wide');
    await service.untilStatus('wide', 'SUCCESS');
    expect((await service.steps('wide'))[0]).to.include({ attempts: 2, message: null });
  });

  for (const exitCode of [-1, 999, null]) {
    it(`B28: an exit code ${exitCode} of a SUCCESS is shown as it is`, async () => {
      const taskId = `code-${exitCode}`;
      await adopt(taskId, 'SUCCESS', { stepNo: 1, status: 'SUCCESS', exitCode });
      expect((await service.steps(taskId))[0]).to.include({ exitCode, status: 'SUCCESS' });
      expect((await service.execute(taskId)).status).to.equal(200);
    });
  }

  const texts = ['🚀 émoji', '‮txt.‮', '<script>alert(1)<script>', `"'; drop table x; --`, '测试 a+b&c=d%41'];
  for (const [index, text] of texts.entries()) {
    it(`B29: ${JSON.stringify(text)} as an id, a name and a message is shown as text`, async () => {
      const isUsable = !/\p{C}/u.test(text);
      const taskId = isUsable ? text : `text-${index}`;
      await adopt(taskId, 'FAILED', { stepNo: 1, status: 'FAILED', message: text });
      const response = await fetch(`${service.url}/api/v1/init/tasks/${encodeURIComponent(taskId)}/steps`);
      expect(response.headers.get('content-type')).to.equal('application/json; charset=utf-8');
      expect(response.headers.get('x-content-type-options')).to.equal('nosniff');
      expect(JSON.parse(await response.text())[0]).to.include({ message: text });
      expect((await service.execute(taskId)).status).to.equal(202);
      await service.untilStatus(taskId, 'SUCCESS');
    });
  }

  it('B30: rows that are deleted while their task runs: the run ends without a crash, and nothing is written', async () => {
    await service.createTask('deleted', ['until [ -e deleted-go ]; do sleep 0.05; done', NOTE]);
    await service.execute('deleted');
    await eventually('the script to run', async () => (await service.steps('deleted'))[0]?.status === 'RUNNING');
    await database.query(`delete from tms_init_task_step where task_id = 'deleted';
      delete from tms_init_task where task_id = 'deleted'`);
    await writeFile(join(folders.root, 'deleted-go'), '');
    const ended = () => service.lines.find(({ msg, taskId }) => msg === 'run.ended' && taskId === 'deleted');
    expect(await eventually('the run to end', ended)).to.include({ state: 'abandoned' });
    await eventually('the task to be gone', async () => (await service.call('/tasks/deleted')).status === 404);
    expect(await ran('deleted')).to.equal('');
    expect(await database.query(`select 1 from tms_init_task_step where task_id = 'deleted'`)).to.deep.equal([]);
    expect((await fetch(`${service.url}/readyz`)).status).to.equal(200);
  });

  describe('whose log is odd', () => {
    interface OddLog {
      readonly row: string;
      readonly title: string;
      readonly logPath: string | null;
      readonly make?: (path: string, root: string) => unknown;
      /** The reason of the 404; without one the log is answered. */
      readonly reason?: string;
      readonly content?: Uint8Array;
    }

    const BINARY = Buffer.from([0xff, 0xfe, 0x00, 0x1b, 0x5b, 0x33, 0x31, 0x6d, 0xe6, 0xb5, 0x0d, 0x0a, 0xc0]);
    const ONE_LINE = Buffer.alloc(5_000_000, 'x');

    const oddLogs: readonly OddLog[] = [
      { row: 'B19', title: 'no path', logPath: null, content: Buffer.alloc(0) },
      ...['', '../x.log', 'a/../../x.log', '/proc/self/environ', '/etc/passwd', '..', '.'].map((logPath) => ({
        row: 'B20',
        title: `the path ${JSON.stringify(logPath)}`,
        logPath,
        reason: 'outside-root',
      })),
      { row: 'B21', title: 'a file that is gone', logPath: 'b21/gone.log', reason: 'missing' },
      { row: 'B22', title: 'a folder', logPath: 'b22/folder', make: (path) => mkdir(path), reason: 'not-a-file' },
      {
        row: 'B22',
        title: 'a pipe that nobody writes to',
        logPath: 'b22/pipe',
        make: (path) => execFileSync('mkfifo', [path]),
        reason: 'not-a-file',
      },
      {
        row: 'B22',
        title: 'a socket',
        logPath: 'b22/socket',
        make: (path) => makeSocket(path),
        reason: 'not-a-file',
      },
      {
        row: 'B23',
        title: 'a symbolic link',
        logPath: 'b23/link',
        make: (path) => symlink('/etc/passwd', path),
        reason: 'not-a-file',
      },
      {
        row: 'B23',
        title: 'a file behind a folder that is a symbolic link',
        logPath: 'b23/etc/passwd',
        make: (path) => symlink('/etc', dirname(path)),
        reason: 'outside-root',
      },
      {
        row: 'B23',
        title: 'a second name of another file',
        logPath: 'b23/second',
        make: (path, root) => linkToSecret(path, root),
        reason: 'not-a-file',
      },
      {
        row: 'B25',
        title: 'an empty file',
        logPath: 'b25/empty.log',
        make: (path) => writeFile(path, ''),
        content: Buffer.alloc(0),
      },
      {
        row: 'B26',
        title: 'bytes that are no text',
        logPath: 'b26/binary.log',
        make: (path) => writeFile(path, BINARY),
        content: BINARY,
      },
      {
        row: 'B26',
        title: '5 MB in one line',
        logPath: 'b26/line.log',
        make: (path) => writeFile(path, ONE_LINE),
        content: ONE_LINE,
      },
    ];

    before(() => adoptTasks(database, ...oddLogs.map(({ logPath }, index) => loggedTask(index, logPath))));

    for (const [index, { row, title, logPath, make, reason, content }] of oddLogs.entries()) {
      const answer = reason ? `404 ${reason}` : 'its bytes, unchanged';
      it(`${row}: ${title}: ${answer}`, async () => {
        const taskId = `log-${index}`;
        if (logPath && make) await make(await pathBelow(folders.root, logPath), folders.root);
        if (reason) return expectLog(taskId, 404, reason);
        const response = await fetch(`${service.url}/api/v1/init/tasks/${taskId}/steps/1/log`);
        expect(response.headers.get('content-type')).to.equal('text/plain; charset=utf-8');
        expect(Buffer.from(await response.arrayBuffer()).equals(content ?? Buffer.alloc(0))).to.equal(true);
      });
    }
  });

  async function expectLog(taskId: string, status: number, reason: string): Promise<void> {
    const answer = await service.call(`/tasks/${taskId}/steps/1/log`);
    expect(answer.status).to.equal(status);
    expect(answer.body).to.include({ type: '/problems/log-not-available', reason });
    expect(JSON.stringify(answer.body)).to.not.include(folders.root);
  }
});

function adopted({ task, steps }: OddRow, index: number): AdoptedTask {
  const rows = steps.map(([stepNo, status, script = NOTE]) => ({ stepNo, status, script }));
  return { taskId: `odd-${index}`, status: task, steps: rows };
}

function loggedTask(index: number, logPath: string | null): AdoptedTask {
  return { taskId: `log-${index}`, status: 'SUCCESS', steps: [{ stepNo: 1, status: 'SUCCESS', logPath }] };
}

const PROBLEM_NO_TASK = '/problems/task-not-found';

/** Of a log; its first folder is made. */
async function pathBelow(root: string, logPath: string): Promise<string> {
  const logs = join(root, 'data/logs');
  await mkdir(join(logs, String(logPath.split('/')[0])), { recursive: true });
  return join(logs, logPath);
}

async function linkToSecret(path: string, root: string): Promise<void> {
  await writeFile(join(root, 'secret'), 'secret');
  await link(join(root, 'secret'), path);
}

/** Left by a server that was killed. */
function makeSocket(path: string): void {
  const program = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  try {
    execFileSync(process.execPath, ['-e', program, path], { stdio: 'ignore' });
  } catch {
    // Killed, as it should be: one that ends in order removes its socket.
  }
}
