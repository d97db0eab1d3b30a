/** Which tasks are deleted for their age, and what of them. */

import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'chai';

import { formatLogPath, taskFolder } from '../../src/domain/log-path.ts';
import { pruneOrphans } from '../../src/retention/prune-orphans.ts';
import { NOTHING, type PruneOptions, pruneTasks } from '../../src/retention/prune-tasks.ts';
import { eventually } from '../support/eventually.ts';
import { openRealRooms, type RealRooms } from '../support/real-rooms.ts';

const BEFORE = '2026-01-01T00:00:00.000Z';
const OLD = '2025-12-31T23:59:59.999Z';

describe('pruning', () => {
  let rooms: RealRooms;
  let logDir: string;

  before(async () => {
    rooms = await openRealRooms();
    logDir = join(rooms.scripts.folder, 'logs');
  });

  afterEach(async () => {
    await rooms.closeSupervisors();
    await rooms.query('delete from tms_init_task_step', []);
    await rooms.query('delete from tms_init_task', []);
  });

  after(() => rooms.close());

  /** Runs a task to its end, which is told to be so long ago. */
  async function ended(taskId: string, scripts: readonly string[], finishedAt = OLD): Promise<void> {
    await rooms.createTask(taskId, scripts);
    const supervisor = rooms.supervise();
    await supervisor.execute(taskId, 'ann');
    await eventually(`${taskId} to end`, () => supervisor.figures().active === 0);
    // It is written a moment later.
    await eventually('its journal', () => namesOf(taskId).some((name) => name.endsWith('.journal.ndjson')));
    await age(taskId, finishedAt);
  }

  const age = (taskId: string, finishedAt: string) =>
    rooms.query('update tms_init_task set finished_at = $2 where task_id = $1', [taskId, finishedAt]);

  const prune = (changed: Partial<PruneOptions> = {}) =>
    pruneTasks({
      persistence: rooms.persistence,
      logDir,
      pruning: { statuses: ['SUCCESS', 'FAILED'], before: BEFORE },
      isDryRun: false,
      onProgress: () => undefined,
      stopping: new AbortController().signal,
      ...changed,
    });

  const isThere = async (taskId: string) => (await rooms.persistence.readSummary(taskId)) !== null;
  const namesOf = (taskId: string) => {
    const folder = join(logDir, taskFolder(taskId));
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const filesOf = (taskId: string) => namesOf(taskId).length;

  it('deletes what ended long ago, with its steps, logs, records and journals, and tells so', async () => {
    await ended('good', ['true', 'true']);
    await ended('bad', ['exit 1', 'true']);
    await ended('young', ['true'], BEFORE);
    await rooms.createTask('pending', ['true']);
    await age('pending', OLD);
    const files = filesOf('good') + filesOf('bad');
    // Of three attempts a log and a record each, at least.
    expect(files).to.be.at.least(6);
    const told: number[] = [];
    const pruned = await prune({ onProgress: ({ tasks }) => told.push(tasks) });
    expect(pruned).to.deep.equal({ ...NOTHING, tasks: 2, steps: 4, files });
    expect(told.at(-1)).to.equal(2);
    expect([await isThere('good'), await isThere('bad')]).to.deep.equal([false, false]);
    expect([filesOf('good'), filesOf('bad')]).to.deep.equal([0, 0]);
    expect([await isThere('young'), await isThere('pending')]).to.deep.equal([true, true]);
    expect(filesOf('young')).to.be.above(0);
  });

  it('deletes nothing when it only looks, and tells the same', async () => {
    await ended('good', ['true']);
    const looked = await prune({ isDryRun: true });
    expect(await isThere('good')).to.equal(true);
    expect(await prune()).to.deep.equal(looked);
    expect(looked).to.include({ tasks: 1, steps: 1 });
  });

  it('takes the statuses it is told, and RUNNING never', async () => {
    await rooms.createTask('pending', ['true']);
    await age('pending', OLD);
    await ended('good', ['true']);
    await ended('residue', ['true']);
    await rooms.query("update tms_init_task set status = 'RUNNING' where task_id = 'residue'", []);
    const pruning = { statuses: ['PENDING'], before: BEFORE } as const;
    expect(await prune({ pruning })).to.include({ tasks: 1, steps: 1, files: 0 });
    expect([await isThere('pending'), await isThere('good'), await isThere('residue')]).to.deep.equal([
      false,
      true,
      true,
    ]);
    expect(await prune()).to.include({ tasks: 1, kept: 0 });
    expect(await isThere('residue')).to.equal(true);
  });

  it('keeps a task that another instance has claimed, and one that has run again since it was listed', async () => {
    await ended('claimed', ['true']);
    await ended('again', ['true']);
    const { persistence: real } = rooms;
    const claim: typeof real.claims.claim = (taskId, holder) =>
      taskId === 'claimed' ? Promise.resolve(null) : real.claims.claim(taskId, holder);
    const persistence: PruneOptions['persistence'] = {
      readSummary: (taskId) => real.readSummary(taskId),
      claims: { ...real.claims, claim },
      async listPrunable(pruning, after) {
        const page = await real.listPrunable(pruning, after);
        await age('again', new Date().toISOString());
        return page;
      },
    };
    expect(await prune({ persistence })).to.deep.equal({ ...NOTHING, kept: 2 });
    expect([await isThere('claimed'), await isThere('again')]).to.deep.equal([true, true]);
    expect(filesOf('claimed')).to.be.above(0);
  });

  it('keeps a task that rows of others refer to, and goes on with the others', async () => {
    await ended('referred', ['true']);
    await ended('good', ['true']);
    await rooms.query('create table note (task_id varchar(64) references tms_init_task (task_id))', []);
    await rooms.query("insert into note values ('referred')", []);
    try {
      expect(await prune()).to.include({ tasks: 1, kept: 1 });
      expect([await isThere('referred'), filesOf('referred') > 0]).to.deep.equal([true, true]);
    } finally {
      await rooms.query('drop table note', []);
    }
  });

  it('goes through pages, and ends where it is told to', async () => {
    for (let n = 0; n < 12; n++) {
      await rooms.createTask(`t${n}`, ['true']);
      await rooms.query("update tms_init_task set status = 'FAILED', finished_at = $2 where task_id = $1", [
        `t${n}`,
        OLD,
      ]);
    }
    const stopping = new AbortController();
    const stopped = await prune({ stopping: stopping.signal, onProgress: () => stopping.abort() });
    expect(stopped.tasks).to.be.within(1, 11);
    expect((await prune()).tasks).to.equal(12 - stopped.tasks);
  });

  it('removes old files of tasks that are no more, but no young ones, no folder of others, and nothing of a task', async () => {
    await ended('good', ['true']);
    const write = (folder: string, name: string, at: Date) => {
      mkdirSync(join(logDir, folder), { recursive: true });
      writeFileSync(join(logDir, folder, name), 'x');
      utimesSync(join(logDir, folder, name), at, at);
    };
    const gone = taskFolder('gone');
    write(gone, logName(1), new Date(OLD));
    write(gone, logName(2), new Date(BEFORE));
    write('backup', logName(1), new Date(OLD));
    for (const name of readdirSync(join(logDir, taskFolder('good')))) write(taskFolder('good'), name, new Date(OLD));
    const options = {
      persistence: rooms.persistence,
      logDir,
      beforeMs: Date.parse(BEFORE),
      stopping: new AbortController().signal,
    };
    const expected = { folders: 1, files: 1, reason: null };
    expect(await pruneOrphans({ ...options, isDryRun: true })).to.deep.equal(expected);
    expect(readdirSync(join(logDir, gone))).to.have.length(2);
    expect(await pruneOrphans({ ...options, isDryRun: false })).to.deep.equal(expected);
    expect(readdirSync(join(logDir, gone))).to.deep.equal([logName(2)]);
    expect(readdirSync(join(logDir, 'backup'))).to.have.length(1);
    expect(filesOf('good')).to.be.above(0);
  });
});

function logName(attempt: number): string {
  return formatLogPath('gone', 1, { attempt, place: 'aaaaaaaa', random: '0123456789abcdef' }).split('/')[1] ?? '';
}
