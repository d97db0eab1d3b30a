/** The attempts of a step over HTTP: complete whatever is left of their files, and never more than what is theirs. */

import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { formatLogPath } from '../../src/domain/log-path.ts';
import { type AttemptAnswer, attemptSchema } from '../../src/http/schemas/attempt.ts';
import { type AttemptRecord, recordPath } from '../../src/scripts/record/attempt-record.ts';
import { formatRecord } from '../../src/scripts/record/record-format.ts';
import { type HttpService, openHttpService } from '../support/http-service.ts';

const TASK = 'tried';

const RECORD: AttemptRecord = {
  host: 'a-host',
  place: 'aaaaaaaa',
  pid: 4711,
  startedAt: '2026-03-10T08:00:00.000Z',
  endedAt: '2026-03-10T08:00:01.000Z',
  exitCode: 0,
  signal: null,
  cause: null,
};

const ABSENT = { host: null, pid: null, startedAt: null, endedAt: null, exitCode: null, signal: null, cause: null };

describe('the attempts of a step over HTTP', () => {
  let service: HttpService;

  before(async () => {
    service = await openHttpService();
    const steps = [{ name: 'a step', script: 'true' }];
    await service.persistence.createTask({ taskId: TASK, name: 'a task', steps });
  });

  beforeEach(async () => {
    await rm(join(service.folder, 'logs'), { recursive: true, force: true });
    await mkdir(dirname(file(attemptPath(1))), { recursive: true });
  });

  after(() => service.close());

  function file(logPath: string): string {
    return join(service.folder, 'logs', logPath);
  }

  async function setStep(logPath: string | null, status = 'FAILED'): Promise<void> {
    await service.database.query('update tms_init_task_step set log_path = $1, status = $2', [logPath, status]);
  }

  /** The step was started once, and its record holds these bytes. */
  async function store(record: Uint8Array, status = 'FAILED'): Promise<void> {
    await writeFile(file(attemptPath(1)), 'a log');
    await writeFile(recordPath(file(attemptPath(1))), record);
    await setStep(attemptPath(1), status);
  }

  function ask(init?: RequestInit): Promise<Response> {
    return service.call(`/tasks/${TASK}/steps/1/attempts`, init);
  }

  async function read(): Promise<readonly AttemptAnswer[]> {
    const response = await ask();
    expect(response.status).to.equal(200);
    return attemptSchema.array().parse(await response.json());
  }

  it('are none where it was never started', async () => {
    await setStep(null, 'PENDING');
    expect(await read()).to.deep.equal([]);
  });

  it('tell all that the record and the names of the files say', async () => {
    await store(formatRecord(RECORD));
    const { host, place, pid, startedAt, endedAt } = RECORD;
    expect(await read()).to.deep.equal([
      {
        attempt: 1,
        attemptId: '0000000000000001',
        host,
        place,
        pid,
        startedAt,
        endedAt,
        exitCode: 0,
        signal: null,
        cause: null,
        hasLog: true,
        record: 'whole',
      },
    ]);
  });

  const causes: readonly (readonly [string, Partial<AttemptRecord>, string | null, string?])[] = [
    ['that ended well', {}, null],
    ['that runs', { endedAt: null, exitCode: null }, null, 'RUNNING'],
    ['that failed', { exitCode: 3 }, 'exit code 3'],
    ['that was killed', { exitCode: null, signal: 'SIGKILL' }, 'killed by SIGKILL'],
    ['that took too long', { exitCode: 143, cause: 'timeout: ended after 5 s' }, 'timeout: ended after 5 s'],
    ['that was cancelled', { exitCode: 0, cause: 'cancelled by local' }, 'cancelled by local'],
    ['that never began', { pid: null, exitCode: null, cause: 'no script' }, 'no script'],
    [
      'whose service died',
      { endedAt: null, exitCode: null },
      'its end was not recorded: whoever ran it died, or the disk did not take it',
    ],
  ];
  for (const [title, change, cause, status] of causes) {
    it(`say of one ${title}: ${cause ?? 'nothing'}`, async () => {
      await store(formatRecord({ ...RECORD, ...change }), status);
      expect((await read())[0]).to.include({ cause });
    });
  }

  const whole = formatRecord(RECORD);
  const madeUp = { ...RECORD, pid: { evil: true } as unknown as number };
  const damaged: readonly (readonly [string, Uint8Array])[] = [
    ['empty', Buffer.alloc(0)],
    ['cut short', whole.subarray(0, 700)],
    ['half overwritten', Buffer.concat([whole.subarray(0, 90), Buffer.alloc(934, ' ')])],
    ['of another shape, with a checksum of its own', withChecksum(madeUp)],
  ];
  for (const [title, bytes] of damaged) {
    it(`show one whose record is ${title} as torn, with what its name tells`, async () => {
      await store(bytes);
      const known = { attempt: 1, attemptId: '0000000000000001', place: 'aaaaaaaa', hasLog: true };
      expect(await read()).to.deep.equal([{ ...ABSENT, ...known, record: 'torn' }]);
    });
  }

  it('show one whose record is gone, and one of which nothing is left', async () => {
    await writeFile(file(attemptPath(2)), 'only the log');
    await writeFile(recordPath(file(attemptPath(3))), formatRecord(RECORD));
    await setStep(attemptPath(3));
    expect(
      (await read()).map(({ attempt, attemptId, hasLog, record }) => [attempt, attemptId, hasLog, record]),
    ).to.deep.equal([
      [1, null, false, 'missing'],
      [2, '0000000000000002', true, 'missing'],
      [3, '0000000000000003', false, 'whole'],
    ]);
  });

  it('take nothing of another step, and nothing that the row does not count', async () => {
    for (const logPath of [attemptPath(1, 11), attemptPath(2, 11), attemptPath(4), 'x.log']) {
      await writeFile(file(logPath.includes('/') ? logPath : `${dirname(attemptPath(1))}/${logPath}`), 'other');
    }
    await setStep(attemptPath(2));
    expect((await read()).map(({ attempt, hasLog }) => [attempt, hasLog])).to.deep.equal([
      [1, false],
      [2, false],
    ]);
  });

  it('show a log that an adopted row has elsewhere as one attempt', async () => {
    await mkdir(join(service.folder, 'elsewhere'), { recursive: true });
    await writeFile(join(service.folder, 'elsewhere', 'old.log'), 'written long ago');
    await setStep(join(service.folder, 'elsewhere', 'old.log'), 'SUCCESS');
    const unknown = { attemptId: null, place: null, record: 'missing' };
    expect(await read()).to.deep.equal([{ ...ABSENT, ...unknown, attempt: 1, hasLog: true }]);
    await setStep('/etc/passwd', 'SUCCESS');
    expect((await read())[0]).to.include({ hasLog: false, record: 'missing' });
  });

  const replaced: readonly (readonly [string, (path: string) => unknown])[] = [
    ['symbolic links to a whole record', (path) => link(path)],
    ['pipes', (path) => execFileSync('mkfifo', [path])],
    ['folders', (path) => mkdir(path)],
  ];
  for (const [what, replace] of replaced) {
    it(`follow and await nothing where log and record are ${what}`, async () => {
      for (const attempt of [1, 2]) {
        await replace(file(attemptPath(attempt)));
        await replace(recordPath(file(attemptPath(attempt))));
      }
      await setStep(attemptPath(2));
      const shown = (await read()).map(({ host, hasLog, record }) => [host, hasLog, record]);
      expect(shown).to.deep.equal(shown.map(() => [null, false, 'not-a-file']));
    });
  }

  async function link(path: string): Promise<void> {
    await writeFile(join(service.folder, 'secret'), formatRecord(RECORD));
    await symlink(join(service.folder, 'secret'), path);
  }

  it('follow no link in the place of the folder of the task', async () => {
    await store(formatRecord(RECORD));
    const folder = dirname(file(attemptPath(1)));
    execFileSync('mv', [folder, join(service.folder, 'moved')]);
    await symlink(join(service.folder, 'moved'), folder);
    await setStep(attemptPath(2));
    expect((await read()).map(({ record }) => record)).to.deep.equal(['missing', 'missing']);
    await rm(join(service.folder, 'moved'), { recursive: true });
  });

  it('are all there when they are a thousand, in their order, and leave no file open', async () => {
    const numbers = Array.from({ length: 1000 }, (_, index) => index + 1);
    for (const attempt of numbers) {
      await writeFile(recordPath(file(attemptPath(attempt))), formatRecord({ ...RECORD, exitCode: attempt % 7 }));
    }
    await setStep(attemptPath(1000));
    const shown = await read();
    expect(shown.map(({ attempt }) => attempt)).to.deep.equal(numbers);
    expect(shown.map(({ exitCode }) => exitCode)).to.deep.equal(numbers.map((attempt) => attempt % 7));
    const open = await Promise.all((await readdir('/proc/self/fd')).map((fd) => targetOf(fd)));
    expect(open.filter((target) => target.startsWith(service.folder))).to.deep.equal([]);
  });

  it('are the last 10,000 where a row claims to have had a milliard', async () => {
    await setStep(attemptPath(999_999_999));
    const shown = await read();
    expect(shown).to.have.length(10_000);
    expect(shown.at(-1)).to.include({ attempt: 999_999_999, record: 'missing' });
  });

  it('have an ETag, and are not sent again to whoever has them', async () => {
    await store(formatRecord(RECORD));
    const tag = (await ask()).headers.get('etag') ?? '';
    expect(tag).to.match(/^W\/"/);
    const again = await ask({ headers: { 'If-None-Match': tag } });
    expect([again.status, await again.text()]).to.deep.equal([304, '']);
    await store(formatRecord({ ...RECORD, exitCode: 1 }));
    expect((await ask({ headers: { 'If-None-Match': tag } })).status).to.equal(200);
  });

  it('answer HEAD too', async () => {
    expect((await ask({ method: 'HEAD' })).status).to.equal(200);
  });
});

function attemptPath(attempt: number, stepNo = 1): string {
  const random = String(attempt).padStart(16, '0');
  return formatLogPath(TASK, stepNo, { attempt, place: 'aaaaaaaa', random });
}

/** Empty where it was closed meanwhile. */
function targetOf(fd: string): Promise<string> {
  return readlink(`/proc/self/fd/${fd}`).catch(() => '');
}

/** What a script can write beside its log: whole by its checksum, but none of ours. */
function withChecksum(record: object): Buffer {
  const checksum = createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 16);
  return Buffer.from(JSON.stringify({ checksum, record }).padEnd(1024));
}
