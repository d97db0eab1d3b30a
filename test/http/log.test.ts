/** The log of a step over HTTP: bytes, ranges, pages, ends, and files that are not what they should be. */

import { execFileSync } from 'node:child_process';
import { appendFile, chmod, link, mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { expect } from 'chai';

import { formatLogPath } from '../../src/domain/log-path.ts';
import { logPageSchema } from '../../src/http/log/answer-page.ts';
import { recordPath } from '../../src/scripts/record/attempt-record.ts';
import { formatRecord } from '../../src/scripts/record/record-format.ts';
import { type HttpService, openHttpService, problemOf } from '../support/http-service.ts';

const TASK = 'logged';
const AS_JSON = { headers: { Accept: 'application/json' } };
const CONTENT = 'first line\nsecond line: 测试 😀\nthird line\n';
const SIZE = Buffer.byteLength(CONTENT);

describe('the log of a step over HTTP', () => {
  let service: HttpService;

  before(async () => {
    service = await openHttpService();
    await service.persistence.createTask({ taskId: TASK, name: 'a task', steps: [{ name: 'a step', script: 'true' }] });
  });

  beforeEach(() => store(attemptPath(2), CONTENT, 'SUCCESS'));

  afterEach(() => service.runs.views.clear());

  after(() => service.close());

  function file(logPath: string): string {
    return join(service.folder, 'logs', logPath);
  }

  async function setStep(logPath: string | null, status: string): Promise<void> {
    await service.database.query('update tms_init_task_step set log_path = $1, status = $2', [logPath, status]);
  }

  async function store(logPath: string, content: string | Uint8Array, status: string): Promise<void> {
    await mkdir(dirname(file(logPath)), { recursive: true });
    await writeFile(file(logPath), content);
    await setStep(logPath, status);
  }

  async function record(logPath: string, pid: number | null): Promise<void> {
    const end = { endedAt: null, exitCode: null, signal: null, cause: null };
    const begin = { host: 'here', place: 'aaaaaaaa', startedAt: '2026-03-10T08:00:00.000Z' };
    await writeFile(recordPath(file(logPath)), formatRecord({ ...begin, ...end, pid }));
  }

  /** The task runs here. */
  async function activate(): Promise<void> {
    const rows = await service.persistence.readTask(TASK);
    if (rows) service.runs.views.set(TASK, { rows, owner: 'here:1:a', note: null });
  }

  function log(query = '', init?: RequestInit): Promise<Response> {
    return service.call(`/tasks/${TASK}/steps/1/log${query}`, init);
  }

  async function typeFor(accept: string): Promise<string | null> {
    return (await log('', { headers: { Accept: accept } })).headers.get('content-type');
  }

  async function page(query = ''): Promise<ReturnType<typeof logPageSchema.parse>> {
    return logPageSchema.parse(await (await log(query, AS_JSON)).json());
  }

  async function expectRefusal(reason: string, query = ''): Promise<void> {
    const problem = await problemOf(await log(query));
    expect(problem).to.include({ status: 404, code: 'log-not-available', reason, taskId: TASK });
    expect(problem.detail).not.to.include(service.folder);
  }

  describe('as bytes', () => {
    it('is the whole file, unchanged, with its size and attempt', async () => {
      const bytes = Buffer.from([0xff, 0x00, 0x1b, 0x5b, 0x33, 0x31, 0x6d, 0xe6, 0xb5, 0x0d, 0x0a]);
      await store(attemptPath(2), bytes, 'SUCCESS');
      const response = await log();
      expect(response.status).to.equal(200);
      expect(headersOf(response)).to.deep.include({
        'content-type': 'text/plain; charset=utf-8',
        'content-length': '11',
        'x-content-type-options': 'nosniff',
        'x-log-size': '11',
        'x-log-next-offset': '11',
        'x-log-more': 'false',
        'x-log-attempt': '2',
      });
      expect(Buffer.from(await response.arrayBuffer())).to.deep.equal(bytes);
    });

    it('answers HEAD with the same headers and no body', async () => {
      const head = await log('', { method: 'HEAD' });
      expect(head.status).to.equal(200);
      expect(headersOf(head)).to.include({ 'content-length': `${SIZE}`, 'x-log-size': `${SIZE}` });
      expect(await head.text()).to.equal('');
    });

    for (const [range, expected, contentRange] of ranges()) {
      it(`obeys ${range}`, async () => {
        const response = await log('', { headers: { Range: range } });
        expect(response.status).to.equal(206);
        expect(response.headers.get('content-range')).to.equal(contentRange);
        expect(await response.text()).to.equal(expected);
      });
    }

    for (const range of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=x', 'bytes=5-2', 'bytes=-', 'bytes']) {
      it(`ignores ${range} and sends the whole`, async () => {
        const response = await log('', { headers: { Range: range } });
        expect(response.status).to.equal(200);
        expect(await response.text()).to.equal(CONTENT);
      });
    }

    it('ignores a Range that depends on a validator it never gave', async () => {
      expect((await log('', { headers: { Range: 'bytes=0-1', 'If-Range': '"x"' } })).status).to.equal(200);
    });

    for (const range of [`bytes=${SIZE}-`, 'bytes=99999999999999999999-', 'bytes=-0']) {
      it(`refuses ${range} with 416 and the size`, async () => {
        const response = await log('', { headers: { Range: range } });
        expect(response.headers.get('content-range')).to.equal(`bytes */${SIZE}`);
        expect(await problemOf(response)).to.include({ status: 416, code: 'range-not-satisfiable' });
      });
    }

    it('obeys offset and limit, and says where to go on', async () => {
      const response = await log('?offset=6&limit=4');
      expect(await response.text()).to.equal('line');
      expect(headersOf(response)).to.include({
        'x-log-next-offset': '10',
        'x-log-more': 'true',
        'x-log-size': `${SIZE}`,
      });
      const end = await log(`?offset=${SIZE}`);
      expect(end.status).to.equal(200);
      expect(await end.text()).to.equal('');
      expect(headersOf(end)).to.include({ 'x-log-next-offset': `${SIZE}`, 'x-log-more': 'false' });
    });

    it('prefers offset to a Range', async () => {
      const response = await log('?offset=6&limit=4', { headers: { Range: 'bytes=0-1' } });
      expect(response.status).to.equal(200);
      expect(await response.text()).to.equal('line');
    });

    it('refuses an offset behind the end, as a step that was started again has a shorter log', async () => {
      const response = await log(`?offset=${SIZE + 1}`);
      expect(response.headers.get('content-range')).to.equal(`bytes */${SIZE}`);
      expect(await problemOf(response)).to.include({ status: 416 });
    });

    it('sends the last lines', async () => {
      expect(await (await log('?tail=1')).text()).to.equal('third line\n');
      expect(await (await log('?tail=2')).text()).to.equal('second line: 测试 😀\nthird line\n');
      expect(await (await log('?tail=1000')).text()).to.equal(CONTENT);
    });

    it('can be saved under a name that no file system and no header minds', async () => {
      expect((await log('?download=1')).headers.get('content-disposition')).to.equal(
        'attachment; filename="logged.step-1.attempt-2.log"',
      );
      expect((await log()).headers.get('content-disposition')).to.equal(null);
    });

    it('breaks the connection where the file was cut short while it was sent', async () => {
      await store(attemptPath(2), Buffer.alloc(64 * 1024 * 1024, 'x'), 'SUCCESS');
      const response = await log();
      await truncate(file(attemptPath(2)), 1000);
      const failed = await response.text().then(
        () => false,
        () => true,
      );
      expect(failed).to.equal(true);
    });
  });

  describe('as JSON', () => {
    it('is a page of text with the place where the next one begins', async () => {
      expect(await page()).to.deep.equal({
        taskId: TASK,
        stepNo: 1,
        attempt: 2,
        status: 'SUCCESS',
        offset: 0,
        nextOffset: SIZE,
        size: SIZE,
        more: false,
        content: CONTENT,
      });
    });

    for (const limit of [1, 2, 3, 4, 5, 7, 100]) {
      it(`joins to the whole text in pages of ${limit} bytes, never cut inside a character`, async () => {
        let content = '';
        for (let offset = 0, more = true; more;) {
          const next = await page(`?offset=${offset}&limit=${limit}`);
          expect(next.content).not.to.include('\uFFFD');
          expect(next.nextOffset).to.be.greaterThan(offset);
          ({ nextOffset: offset, more } = next);
          content += next.content;
        }
        expect(content).to.equal(CONTENT);
      });
    }

    it('shows invalid bytes as U+FFFD and keeps a byte order mark', async () => {
      await store(attemptPath(2), Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x41, 0xe6, 0xb5]), 'SUCCESS');
      expect((await page()).content).to.equal('\uFEFF\uFFFDA\uFFFD');
    });

    it('waits for the rest of a character while the step runs', async () => {
      await store(attemptPath(2), Buffer.from([0x41, 0xe6, 0xb5]), 'RUNNING');
      await activate();
      expect(await page()).to.include({ content: 'A', nextOffset: 1, size: 3, more: true });
      expect(await page('?offset=1')).to.include({ content: '', nextOffset: 1, more: true });
      await appendFile(file(attemptPath(2)), Buffer.from([0x8b]));
      expect(await page('?offset=1')).to.include({ content: '测', nextOffset: 4 });
    });

    it('holds at most 1 MiB', async () => {
      await store(attemptPath(2), Buffer.alloc(3 * 1024 * 1024, 'x'), 'SUCCESS');
      expect(await page()).to.include({ nextOffset: 1024 * 1024, more: true });
      expect(await page('?tail=5')).to.include({ offset: 2 * 1024 * 1024, nextOffset: 3 * 1024 * 1024, more: false });
    });

    it('is chosen only where the caller prefers it', async () => {
      expect(await typeFor('*/*')).to.match(/^text\/plain/);
      expect(await typeFor('text/html,application/xhtml+xml,*/*;q=0.8')).to.match(/^text\/plain/);
      expect(await typeFor('application/json, text/plain;q=0.5')).to.match(/^application\/json/);
    });
  });

  describe('while the step runs', () => {
    it('says that more can come until the step has ended', async () => {
      await setStep(attemptPath(2), 'RUNNING');
      await activate();
      expect((await log()).headers.get('x-log-more')).to.equal('true');
      await setStep(attemptPath(2), 'FAILED');
      await activate();
      expect((await log()).headers.get('x-log-more')).to.equal('false');
    });

    it('says that no more can come where the run was interrupted', async () => {
      await setStep(attemptPath(2), 'RUNNING');
      expect((await log()).headers.get('x-log-more')).to.equal('false');
    });

    it('is empty as long as its file was not made', async () => {
      await rm(recordPath(file(attemptPath(3))), { force: true });
      await setStep(attemptPath(3), 'RUNNING');
      await activate();
      const response = await log();
      expect(response.status).to.equal(200);
      expect(headersOf(response)).to.include({ 'x-log-size': '0', 'x-log-more': 'true', 'x-log-attempt': '3' });
      expect(await response.text()).to.equal('');
      expect(await page('?tail=3')).to.include({ content: '', size: 0, more: true });
    });

    it('is gone where its file was made and removed', async () => {
      await setStep(attemptPath(3), 'RUNNING');
      await record(attemptPath(3), 4711);
      await expectRefusal('missing');
    });

    it('is empty, not gone, where its script could not be started', async () => {
      await setStep(attemptPath(3), 'FAILED');
      await record(attemptPath(3), null);
      expect(await page()).to.include({ attempt: 3, status: 'FAILED', size: 0, more: false, content: '' });
    });

    it('is empty for a step that was never started, and will come once its task runs', async () => {
      await setStep(null, 'PENDING');
      expect(await page()).to.include({ attempt: 0, size: 0, more: false, content: '' });
      await activate();
      expect(await page()).to.include({ more: true });
      expect((await log('', { headers: { Range: 'bytes=0-' } })).status).to.equal(200);
    });
  });

  describe('of an older attempt', () => {
    it('stays readable, and no more can come of it', async () => {
      await store(attemptPath(1), 'the first attempt\n', 'RUNNING');
      await setStep(attemptPath(2), 'RUNNING');
      await activate();
      const older = await log('?attempt=1');
      expect(await older.text()).to.equal('the first attempt\n');
      expect(headersOf(older)).to.include({ 'x-log-attempt': '1', 'x-log-more': 'false' });
      expect(await (await log('?attempt=2')).text()).to.equal(CONTENT);
    });

    it('is not another step whose number begins alike', async () => {
      const other = formatLogPath(TASK, 11, { attempt: 7, place: 'aaaaaaaa', random: '0123456789abcdef' });
      await writeFile(file(other), 'step 11');
      await expectRefusal('missing', '?attempt=7');
    });

    it('is missing where there never was one', () => expectRefusal('missing', '?attempt=3'));
  });

  describe('is refused', () => {
    it('where its file is gone', async () => {
      await rm(file(attemptPath(2)));
      await expectRefusal('missing');
    });

    for (const logPath of ['', '/etc/passwd', '/proc/self/environ', '../secret.log', 'a/../../secret.log', '..']) {
      it(`where the stored path is ${JSON.stringify(logPath)}`, async () => {
        await writeFile(join(service.folder, 'secret.log'), 'secret');
        await setStep(logPath, 'SUCCESS');
        await expectRefusal('outside-root');
      });
    }

    it('where the file is a symbolic link', async () => {
      await rm(file(attemptPath(2)));
      await symlink('/etc/passwd', file(attemptPath(2)));
      await expectRefusal('not-a-file');
    });

    it('where a folder above it is a symbolic link out of the log folder', async () => {
      await symlink('/etc', join(service.folder, 'logs', 'linked'));
      await setStep('linked/passwd', 'SUCCESS');
      await expectRefusal('outside-root');
    });

    it('where the file is a second name of another one', async () => {
      await writeFile(join(service.folder, 'secret.log'), 'secret');
      await rm(file(attemptPath(2)));
      await link(join(service.folder, 'secret.log'), file(attemptPath(2)));
      await expectRefusal('not-a-file');
    });

    it('where it is a folder', async () => {
      await rm(file(attemptPath(2)));
      await mkdir(file(attemptPath(2)));
      await expectRefusal('not-a-file');
      await rm(file(attemptPath(2)), { recursive: true });
    });

    it('where it is a pipe, without waiting for its writer', async () => {
      await rm(file(attemptPath(2)));
      execFileSync('mkfifo', [file(attemptPath(2))]);
      await expectRefusal('not-a-file');
      await rm(file(attemptPath(2)));
    });

    it('where it is a device', async () => {
      await setStep('/dev/null', 'SUCCESS');
      await expectRefusal('outside-root');
    });

    it('where its folder is a file', async () => {
      await setStep(`${attemptPath(2)}/x`, 'SUCCESS');
      await expectRefusal('missing');
    });

    if (process.getuid?.() !== 0) {
      it('where it may not be read', async () => {
        await chmod(file(attemptPath(2)), 0);
        await expectRefusal('unreadable');
        await chmod(file(attemptPath(2)), 0o640);
      });
    }
  });

  it('is read from a further log folder by its absolute path, as attempt 1', async () => {
    const elsewhere = join(service.folder, 'elsewhere', 'old.log');
    await mkdir(dirname(elsewhere), { recursive: true });
    await writeFile(elsewhere, 'written long ago');
    await setStep(elsewhere, 'SUCCESS');
    expect(await page('?attempt=1')).to.include({ content: 'written long ago', attempt: 1 });
  });
});

function attemptPath(attempt: number): string {
  return formatLogPath(TASK, 1, { attempt, place: 'aaaaaaaa', random: '0123456789abcdef' });
}

function headersOf(response: Response): Record<string, string> {
  return Object.fromEntries(response.headers);
}

function ranges(): readonly (readonly [string, string, string])[] {
  return [
    ['bytes=0-4', 'first', `bytes 0-4/${SIZE}`],
    ['bytes=0-0', 'f', `bytes 0-0/${SIZE}`],
    ['bytes=-5', 'line\n', `bytes ${SIZE - 5}-${SIZE - 1}/${SIZE}`],
    ['bytes=0-', CONTENT, `bytes 0-${SIZE - 1}/${SIZE}`],
    ['bytes=0-99999999999999999999', CONTENT, `bytes 0-${SIZE - 1}/${SIZE}`],
    ['bytes=-99999', CONTENT, `bytes 0-${SIZE - 1}/${SIZE}`],
  ];
}
