/**
 * What a machine may run out of while tasks run: disk, files, time. Each time only the steps concerned are FAILED, with
 * words that say why; other tasks go on, and the service lives. F… and C… number the faults.
 *
 * | fault | where else, or why not here |
 * |---|---|
 * | C26, STEP_TIMEOUT; STEP_LOG_LIMIT; MAX_RUNNING | test/service/limits-that-are-set.test.ts |
 * | F26, a log of gigabytes | test/http/logs-of-scripts.test.ts |
 * | F51, a folder without permission; F57, EAGAIN; C38 | test/service/limits-of-another-user.test.ts |
 * | F56, a launcher that cannot even begin | test/scripts/start-launcher.test.ts |
 */

import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';

import { eventually } from '../support/eventually.ts';
import { canInject, heldThreads, type Injection, injectFaults } from '../support/inject-faults.ts';
import { limitFiles } from '../support/limit-process.ts';
import { type SmallDisk, mountSmallDisk } from '../support/small-disk.ts';
import {
  attemptsOf,
  ended,
  execute,
  launcherOf,
  logOf,
  openStage,
  run,
  type Stage,
  startUp,
  waitFor,
} from '../support/staged-service.ts';

const isRoot = process.getuid?.() === 0;

/** Faults that cannot be staged here are shown as pending. */
const whereRoot = isRoot ? describe : describe.skip;
const whereInjected = canInject() ? it : it.skip;

describe('what a machine runs out of', () => {
  let stage: Stage;

  before(async () => {
    stage = await openStage({ NODE_OPTIONS: '--max-old-space-size=64' });
  });

  after(() => stage.close());

  whereRoot('a disk that is full', function () {
    let disk: SmallDisk;

    before(async () => {
      disk = await mountSmallDisk(join(stage.folders.root, 'data/logs'));
    });

    after(() => disk.close());

    afterEach(() => disk.free());

    it('F48: at the opening of the log: FAILED "cannot open the log: ENOSPC", no script runs, and others go on', async () => {
      const { service, folders } = stage;
      const go = join(folders.root, 'go-48');
      await startUp(service, 'f48-beside', waitFor(go, 'exit 3'));
      await service.createTask('f48', [`echo ran >> ${folders.root}/ran-48; exit 1`]);
      await execute(service, 'f48');
      await disk.fillInodes();
      const step = await execute(service, 'f48');
      expect(step).to.include({
        status: 'FAILED',
        exitCode: null,
        message: 'cannot open the log: ENOSPC',
        attempts: 2,
      });
      expect(await readFile(join(folders.root, 'ran-48'), 'utf8')).to.equal('ran\n');
      expect(await logOf(service, 'f48')).to.include('log-not-available');
      const [first, second] = await attemptsOf(service, 'f48');
      expect(first).to.include({ exitCode: 1, record: 'whole', hasLog: true });
      expect(second).to.include({ exitCode: null, record: 'missing', hasLog: false });

      await writeFile(go, '');
      expect(await ended(service, 'f48-beside')).to.include({ status: 'FAILED', exitCode: 3 });
    });

    it('F48: before the folder of the log could be made: FAILED "cannot create the log folder: ENOSPC"', async () => {
      await disk.fillInodes();
      const step = await run(stage.service, 'f48-folder', 'true');
      expect(step).to.include({ status: 'FAILED', exitCode: null, message: 'cannot create the log folder: ENOSPC' });
    });

    it('F49, C31: in the middle of a script: the exit code rules, and the message says "log incomplete: disk full"', async () => {
      const step = await run(stage.service, 'f49', 'head -c 1000000 /dev/zero; echo unheard; exit 0');
      expect(step).to.include({ status: 'SUCCESS', exitCode: 0, message: 'log incomplete: disk full' });
      expect((await attemptsOf(stage.service, 'f49'))[0]).to.include({ record: 'whole', exitCode: 0 });
      await truncateLogs();
    });

    it('C32: in the middle of a script that minds: FAILED with its code', async () => {
      const step = await run(stage.service, 'c32', 'set -e; head -c 1000000 /dev/zero; echo unheard');
      expect(step).to.include({ status: 'FAILED', exitCode: 1 });
      expect(step.message).to.match(/^exit code 1; log incomplete: disk full/);
      await truncateLogs();
    });

    it('F50: at the record of the attempt: the outcome is stored, and the attempt is shown without a record', async () => {
      await run(stage.service, 'f50', 'exit 1');
      await disk.fillBlocks();
      const step = await execute(stage.service, 'f50');
      expect(step).to.include({ status: 'FAILED', exitCode: 1, message: 'exit code 1; log incomplete: disk full' });
      expect(stage.service.lines.some(({ msg }) => msg === 'record.not-written')).to.equal(true);
      const [, second] = await attemptsOf(stage.service, 'f50');
      expect(second).to.include({ attempt: 2, exitCode: null, cause: null, record: 'torn' });
    });

    it('has space again: the next attempt is as any other', async () => {
      expect(await run(stage.service, 'space', 'echo fine')).to.include({ status: 'SUCCESS', message: null });
    });

    it('F51: is read-only all at once: FAILED "…: EROFS", and what runs goes on to its end', async () => {
      const { service, folders } = stage;
      await service.createTask('f51', ['exit 1']);
      await execute(service, 'f51');
      await disk.makeReadOnly();
      expect(await execute(service, 'f51')).to.include({ status: 'FAILED', message: 'cannot open the log: EROFS' });
      expect(await run(service, 'f51-new', `echo ran > ${folders.root}/ran-51`)).to.include({
        status: 'FAILED',
        exitCode: null,
        message: 'cannot create the log folder: EROFS',
      });
      expect(await logOf(service, 'space')).to.equal('fine\n');
    });

    async function truncateLogs(): Promise<void> {
      execFileSync('/bin/sh', ['-c', `for f in "$0"/*/*.log; do : > "$f"; done`, disk.folder]);
    }
  });

  describe('a machine that is short of something', () => {
    const undo: (() => unknown)[] = [];

    afterEach(async () => {
      for (const each of undo.splice(0)) await each();
    });

    async function inject(pid: number, calls: string, fault: string): Promise<Injection> {
      const injection = await injectFaults(pid, calls, fault);
      undo.push(() => injection.close());
      return injection;
    }

    it('F15: a heap of 64 MB does not fill while a script floods its log, nor while that is read', async () => {
      const { service } = stage;
      expect(await run(service, 'f15', 'head -c 100000000 /dev/zero; echo; echo end')).to.include({
        status: 'SUCCESS',
      });
      const response = await fetch(`${service.url}/api/v1/init/tasks/f15/steps/1/log`);
      let bytes = 0;
      for await (const chunk of response.body ?? []) bytes += chunk.length;
      expect(bytes).to.equal(100_000_005);
      expect((await service.call('/tasks/f15')).status).to.equal(200);
    });

    it('F51: a log folder that was removed: FAILED "cannot create the log folder: ENOENT" until it is there again', async () => {
      const { service, folders } = stage;
      const logs = join(folders.root, 'data/logs');
      const go = join(folders.root, 'go-51');
      await startUp(service, 'f51-gone-beside', waitFor(go, 'exit 0'));
      await rename(logs, `${logs}-away`);
      undo.push(() => rm(`${logs}-away`, { recursive: true, force: true }));
      const step = await run(service, 'f51-gone', 'true');
      expect(step).to.include({ status: 'FAILED', exitCode: null, message: 'cannot create the log folder: ENOENT' });
      await writeFile(go, '');
      expect(await ended(service, 'f51-gone-beside')).to.include({ status: 'SUCCESS', exitCode: 0 });
      await mkdir(logs);
      expect(await execute(service, 'f51-gone')).to.include({ status: 'SUCCESS', attempts: 2 });
    });

    it('F52: a log that is replaced by a link while its script runs: it is never followed, and the script goes on', async () => {
      const { service, folders } = stage;
      const go = join(folders.root, 'go-52');
      await startUp(service, 'f52', waitFor(go, 'echo to the old file; exit 3'));
      const [{ logPath } = { logPath: null }] = await service.steps('f52');
      const log = join(folders.root, 'data/logs', String(logPath));
      await writeFile(join(folders.root, 'secret'), 'a secret line\n');
      await rename(log, `${log}.old`);
      await symlink(join(folders.root, 'secret'), log);
      const { status, body } = await service.call('/tasks/f52/steps/1/log');
      expect({ ...body, status }).to.include({
        status: 404,
        type: '/problems/log-not-available',
        reason: 'not-a-file',
      });
      await writeFile(go, '');
      expect(await ended(service, 'f52')).to.include({ status: 'FAILED', exitCode: 3, message: 'exit code 3' });
      expect(await readFile(`${log}.old`, 'utf8')).to.equal('up\nto the old file\n');
      expect(await readFile(join(folders.root, 'secret'), 'utf8')).to.equal('a secret line\n');
    });

    whereInjected('F53: EIO at the opening of the log: FAILED "cannot open the log: EIO", no script runs', async () => {
      const { service, folders } = stage;
      await inject(await launcherOf(service, 'parent'), 'openat', 'error=EIO');
      const step = await run(service, 'f53-open', `echo ran > ${folders.root}/ran-53`);
      expect(step).to.include({ status: 'FAILED', exitCode: null, message: 'cannot open the log: EIO' });
      expect(await readFile(join(folders.root, 'ran-53'), 'utf8').catch(() => 'never')).to.equal('never');
    });

    whereInjected('F53: EIO while a script writes to its log: the step ends by its code', async () => {
      const { service, folders } = stage;
      const go = join(folders.root, 'go-53');
      await startUp(service, 'f53-write', waitFor(go, 'echo unheard || exit 7'));
      const [attempt] = await attemptsOf(service, 'f53-write');
      await inject(attempt?.pid ?? 0, 'write', 'error=EIO');
      await writeFile(go, '');
      expect(await ended(service, 'f53-write')).to.include({ status: 'FAILED', exitCode: 7 });
    });

    whereInjected('F53: EIO at the step lock: FAILED "cannot write the step lock: EIO", no script runs', async () => {
      await inject(stage.service.pid, 'pwrite64', 'error=EIO');
      const step = await run(stage.service, 'f53-lock', 'true');
      expect(step).to.include({ status: 'FAILED', exitCode: null, message: 'cannot write the step lock: EIO' });
    });

    whereInjected(
      'F53: EIO at the fsync of a record: told in the log, and the outcome is what the database has',
      async () => {
        const { service } = stage;
        const told = service.lines.length;
        await inject(service.pid, 'fdatasync', 'error=EIO');
        expect(await run(service, 'f53-record', 'echo fine')).to.include({
          status: 'SUCCESS',
          exitCode: 0,
          message: null,
        });
        expect(service.lines.slice(told).some(({ msg }) => msg === 'record.not-written')).to.equal(true);
      },
    );

    whereInjected('F54: a disk that takes its time for each write: readers are answered all the while', async () => {
      const { service } = stage;
      // Longer than their answers take, also on a busy machine: then it is given up.
      const injection = await inject(service.pid, 'fdatasync,pwrite64', 'delay_enter=30000000');
      await service.createTask('f54', ['echo fine']);
      await service.execute('f54');
      let answers = 0;
      const isEnough = async () => {
        const before = heldThreads(service.pid);
        expect((await service.call('/tasks/f54')).body).to.include({ active: true });
        const after = heldThreads(service.pid);
        if (before.some((thread) => after.includes(thread))) answers += 1;
        return answers > 12;
      };
      await eventually('answers in the middle of a write', isEnough);
      await injection.close();
      expect(await ended(service, 'f54')).to.include({ status: 'SUCCESS', exitCode: 0 });
    });

    for (const [more, message] of [
      [0, 'cannot open the log: EMFILE'],
      [1, 'cannot start the script: EMFILE'],
    ] as const) {
      it(`F56: a launcher that may open ${more} files more, EMFILE: FAILED "${message}", and others go on`, async () => {
        const { service, folders } = stage;
        const go = join(folders.root, `go-56-${more}`);
        const launcher = await launcherOf(service, `parent-${more}`);
        await startUp(service, `f56-beside-${more}`, waitFor(go, 'exit 0'));
        const raise = limitFiles(launcher, more);
        undo.push(raise);
        const step = await run(service, `f56-${more}`, 'true');
        expect(step).to.include({ status: 'FAILED', exitCode: null, message });
        raise();
        await writeFile(go, '');
        expect(await ended(service, `f56-beside-${more}`)).to.include({ status: 'SUCCESS' });
        expect(await execute(service, `f56-${more}`)).to.include({ status: 'SUCCESS', attempts: 2 });
        expect(await launcherOf(service, `parent-again-${more}`)).to.equal(launcher);
      });
    }

    it('F56: a service that may open no file more, EMFILE: FAILED "cannot write the step lock: EMFILE", and it recovers', async () => {
      const { service } = stage;
      await service.createTask('f56', ['true']);
      // So many connections, to us and to its database, it has already.
      await Promise.all(Array.from({ length: 5 }, () => service.call('/tasks/f56')));
      const raise = limitFiles(service.pid, 0);
      undo.push(raise);
      const step = await execute(service, 'f56');
      expect(step).to.include({ status: 'FAILED', exitCode: null, message: 'cannot write the step lock: EMFILE' });
      const told = service.lines.length;
      const knocks = await Promise.all(Array.from({ length: 20 }, () => knock(service.url)));
      expect(knocks).to.not.include(200);
      expect(service.lines.length - told, 'log lines about it').to.be.lessThan(100);
      raise();
      await eventually('it to answer again', async () => (await knock(service.url)) === 200);
      expect(await execute(service, 'f56')).to.include({ status: 'SUCCESS', attempts: 2 });
    });

    it('LOCK_DIR removed under a running service: it is made again for the next step', async () => {
      const { service, folders } = stage;
      await rm(join(folders.root, 'locks'), { recursive: true, maxRetries: 5 });
      expect(await run(service, 'locks', 'echo fine')).to.include({ status: 'SUCCESS' });
      expect(service.lines.some(({ msg }) => msg === 'locks.folder-made-again')).to.equal(true);
    });
  });
});

/** The status of an answer over a connection of its own; null where none is to be had. */
async function knock(url: string): Promise<number | undefined | null> {
  try {
    const [response] = await once(get(`${url}/healthz`, { agent: false, timeout: 5000 }), 'response');
    (response as IncomingMessage).resume();
    return (response as IncomingMessage).statusCode;
  } catch {
    return null; // Reset, as it should be.
  }
}
