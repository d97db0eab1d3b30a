import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openRecovery, type Recovery, type RecoveryOptions } from '../../src/actors/recovery.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { acceptRun } from '../../src/domain/transitions/accept-run.ts';
import { startStep } from '../../src/domain/transitions/start-step.ts';
import { applyUnit } from '../../src/domain/unit.ts';
import { checkRows } from '../../src/domain/check-rows.ts';
import type { Claims } from '../../src/persistence/claims/claims.ts';
import { eventually } from '../support/eventually.ts';
import { recordEvents } from '../support/logged-events.ts';
import { type Changes, openRealRooms, type RealRooms } from '../support/real-rooms.ts';

const AT = '2026-03-10T08:00:00.000Z';

describe('residue that is found at the start', () => {
  let rooms: RealRooms;
  let recovery: Recovery | undefined;

  before(async () => {
    rooms = await openRealRooms();
  });

  after(() => rooms.close());

  // What one test leaves would be residue for the next.
  afterEach(async () => {
    recovery?.stop();
    await rooms.closeSupervisors();
    await rooms.query('truncate tms_init_task, tms_init_task_step', []);
  });

  it('is only told where nothing else is asked for: how many, and the first 20 ids, in one line', async () => {
    const names = Array.from({ length: 22 }, (_, index) => `task-${index + 1}`);
    for (const name of names) await interrupt(name);
    await rooms.createTask('never executed', ['true']);
    const { events, supervisor } = recover('off');
    await eventually('the residue to be told', () => supervisor.figures().residueFound === 22);
    expect(events).to.deep.equal([{ event: 'residue.found', count: 22, taskIds: names.slice(0, 20), recovery: 'off' }]);
    expect((await rooms.stored('task-1')).statuses).to.equal('RUNNING RUNNING PENDING');
  });

  it('is not mentioned where there is none', async () => {
    const { events, supervisor } = recover('resume');
    await eventually('the residue to be counted', () => supervisor.figures().residueFound === 0);
    expect(events).to.deep.equal([]);
  });

  it('is marked FAILED without a script being run where it is to be settled', async () => {
    await interrupt('settled');
    recover('settle');
    await untilStored('settled', 'FAILED FAILED PENDING');
    expect((await rooms.stored('settled')).message).to.equal('settled as interrupted before step 1 of 2');
  });

  it('is executed from the interrupted step on where it is to be resumed', async () => {
    await interrupt('resumed');
    recover('resume');
    await untilStored('resumed', 'SUCCESS SUCCESS SUCCESS');
  });

  it('is resumed as slots become free, never more at a time than MAX_RUNNING allows', async () => {
    const names = [1, 2, 3, 4].map((n) => `slot-${n}`);
    for (const name of names) await interrupt(name, 'until [ -e go ]; do sleep 0.05; done');
    let running = 0;
    let most = 0;
    const start: RealRooms['scripts']['scripts']['start'] = async (attempt) => {
      most = Math.max(most, (running += 1));
      const script = await rooms.scripts.scripts.start(attempt);
      void script.exit.then(() => (running -= 1));
      return script;
    };
    recover('resume', { maxRunning: 2, scripts: { start } });
    await eventually('two of them to run', () => running === 2);
    await writeFile(join(rooms.scripts.scriptsDir, 'go'), '');
    for (const name of names) await untilStored(name, 'SUCCESS SUCCESS SUCCESS');
    expect(most).to.equal(2);
  });

  it('waits where callers have them', async () => {
    await interrupt('waiting');
    await rooms.createTask('of a caller', ['exec sleep 30']);
    const { supervisor, begin } = prepare('resume', { maxRunning: 1 });
    await supervisor.execute('of a caller', 'ann');
    begin();
    await eventually('the residue to be counted', () => supervisor.figures().residueFound === 1);
    expect((await rooms.stored('waiting')).statuses).to.equal('RUNNING RUNNING PENDING');
    await supervisor.cancel('of a caller', 'ann');
    await untilStored('waiting', 'SUCCESS SUCCESS SUCCESS');
  });

  it('is left alone where another instance holds it, without a word', async () => {
    for (const name of ['held', 'free']) await interrupt(name);
    const claim: Claims['claim'] = async (taskId, holder) =>
      taskId === 'held' ? null : rooms.persistence.claims.claim(taskId, holder);
    const { events } = recover('resume', { claims: { claim } });
    await untilStored('free', 'SUCCESS SUCCESS SUCCESS');
    expect((await rooms.stored('held')).statuses).to.equal('RUNNING RUNNING PENDING');
    expect(events.map(({ event }) => event)).to.deep.equal(['residue.found']);
  });

  it('that cannot be recovered is told and does not stop the rest', async () => {
    for (const name of ['broken', 'whole']) await interrupt(name);
    const { events } = recover('resume', { persistence: { readTask: readBroken } });
    await untilStored('whole', 'SUCCESS SUCCESS SUCCESS');
    const told = events.filter(({ event }) => event === 'residue.not-recovered');
    expect(told).to.have.length(1);
    expect(told[0]).to.include({ taskId: 'broken' });
    expect(told[0]?.['err']).to.include({ code: 'task-data-invalid' });
  });

  it('is tried again where the database was away for it', async () => {
    for (const name of ['first', 'second']) await interrupt(name);
    let isAway = true;
    const claim: Claims['claim'] = async (taskId, holder) => {
      if (taskId !== 'first' || !isAway) return rooms.persistence.claims.claim(taskId, holder);
      isAway = false;
      throw new Refusal('database-unavailable', 'planted');
    };
    const listResidue: RealRooms['persistence']['listResidue'] = (after) => {
      if (!isUnread) return rooms.persistence.listResidue(after);
      isUnread = false;
      return Promise.reject(new Refusal('database-unavailable', 'planted'));
    };
    let isUnread = true;
    const { events } = recover('resume', { claims: { claim }, persistence: { listResidue } });
    await untilStored('first', 'SUCCESS SUCCESS SUCCESS');
    await untilStored('second', 'SUCCESS SUCCESS SUCCESS');
    expect(events.map(({ event }) => event)).to.deep.equal([
      'residue.not-read',
      'residue.found',
      'residue.not-recovered',
    ]);
  });

  it('is not run again where somebody ran it to its end before its turn came', async () => {
    await interrupt('ended', 'exit 3');
    const listed = await rooms.persistence.listResidue(null);
    await rooms.supervise().execute('ended', 'ann');
    await untilStored('ended', 'FAILED FAILED PENDING');
    const supervisor = rooms.supervise();
    expect(listed.taskIds).to.deep.equal(['ended']);
    for (const how of ['settle', 'resume'] as const) expect(await supervisor.recover('ended', how)).to.equal(null);
    expect((await rooms.stored('ended')).message).to.match(/^step 1 of 2 \(step-1\): exit code 3/);
  });

  /** Leaves the task as a service leaves it that dies in its first step. */
  async function interrupt(taskId: string, script = 'true'): Promise<void> {
    await rooms.createTask(taskId, [script, 'true']);
    const created = await rooms.persistence.readTask(taskId);
    if (created === null) throw new Error('the task was created');
    const rows = checkRows(created);
    const accepted = acceptRun(rows, AT);
    const running = applyUnit(rows, accepted);
    const [first] = running.steps;
    if (!first) throw new Error('the task has steps');
    const origin = { place: rooms.scripts.scripts.place, seed: '00'.repeat(16) };
    for (const unit of [accepted, startStep(running, first, origin, AT)]) {
      expect(await rooms.persistence.storeUnit(unit)).to.equal('stored');
    }
  }

  /** The rows of one task as nobody can run them. */
  async function readBroken(taskId: string) {
    const rows = await rooms.persistence.readTask(taskId);
    const [first] = rows?.steps ?? [];
    return rows && first && taskId === 'broken' ? { ...rows, steps: [first, first] } : rows;
  }

  function prepare(how: RecoveryOptions['recovery'], changes: Changes = {}) {
    const { logger, events } = recordEvents();
    const supervisor = rooms.supervise(changes);
    const persistence = { ...rooms.persistence, ...changes.persistence };
    const maxRunning = changes.maxRunning ?? 100;
    const opened = openRecovery({ persistence, supervisor, logger, recovery: how, maxRunning, pauseMs: 20 });
    recovery = opened;
    return { supervisor, events, begin: () => opened.begin() };
  }

  function recover(how: RecoveryOptions['recovery'], changes?: Changes) {
    const prepared = prepare(how, changes);
    prepared.begin();
    return prepared;
  }

  function untilStored(taskId: string, statuses: string): Promise<boolean> {
    const isStored = async () => (await rooms.stored(taskId)).statuses === statuses;
    return eventually(`${taskId} to be ${statuses}`, isStored);
  }
});
