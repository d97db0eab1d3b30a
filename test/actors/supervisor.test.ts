import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { Refusal } from '../../src/domain/refusal.ts';
import type { Exit } from '../../src/domain/outcome.ts';
import type { Verdict } from '../../src/domain/unit.ts';
import type { Claims } from '../../src/persistence/claims/claims.ts';
import { eventually } from '../support/eventually.ts';
import { livingProcesses } from '../support/living-processes.ts';
import { recordEvents } from '../support/logged-events.ts';
import { openRealRooms, type RealRooms } from '../support/real-rooms.ts';
import { rejectionOf } from '../support/rejection-of.ts';

describe('the supervisor', () => {
  let rooms: RealRooms;

  before(async () => {
    rooms = await openRealRooms();
  });

  afterEach(() => rooms.closeSupervisors());

  after(() => rooms.close());

  it('takes the slot in the tick that finds it free, so that callers at once share one run', async () => {
    await rooms.createTask('shared', ['sleep 0.2']);
    const supervisor = rooms.supervise();
    const answers = await Promise.all(Array.from({ length: 50 }, () => supervisor.execute('shared', 'ann')));
    expect(answers.map(({ state }) => state).toSorted()).to.deep.equal([...Array(49).fill('running'), 'started']);
    await untilEnded(supervisor, 'shared');
  });

  it('says of a task whether an execute would join its run', async () => {
    await rooms.createTask('joined', ['sleep 60']);
    const supervisor = rooms.supervise();
    expect(supervisor.joins('joined')).to.equal(false);
    await supervisor.execute('joined', 'ann');
    expect(supervisor.joins('joined')).to.equal(true);
    await supervisor.cancel('joined', 'ann');
    expect(supervisor.joins('joined')).to.equal(false);
    await untilEnded(supervisor, 'joined');
  });

  it('says what is in the way of an execute, whatever the rows say', async () => {
    await rooms.createTask('obstacle', [`trap '' TERM; sleep 60`]);
    const supervisor = rooms.supervise({ maxRunning: 1 });
    const code = (taskId: string) => supervisor.obstacle(taskId)?.code ?? null;
    expect(code('obstacle')).to.equal(null);
    await supervisor.execute('obstacle', 'ann');
    expect([code('obstacle'), code('other')]).to.deep.equal(['already-running', 'too-many-running']);
    await supervisor.cancel('obstacle', 'ann');
    expect(code('obstacle')).to.equal('ending');
    await untilEnded(supervisor, 'obstacle');
    expect(code('obstacle')).to.equal(null);
    await supervisor.close();
    expect(code('obstacle')).to.equal('shutting-down');
  });

  it('gives all callers at once the same refusal, and frees the slot', async () => {
    const supervisor = rooms.supervise();
    const errors = await Promise.all([1, 2, 3].map(() => rejectionOf(supervisor.execute('unknown', 'ann'))));
    expect(errors.map((error) => (error as Refusal).code)).to.deep.equal(Array(3).fill('task-not-found'));
    await rooms.createTask('unknown', ['true']);
    expect((await supervisor.execute('unknown', 'ann')).state).to.equal('started');
    await untilEnded(supervisor, 'unknown');
  });

  it('refuses while the database is away, and accepts once it is back', async () => {
    await rooms.createTask('away', ['true']);
    let isAway = true;
    const claim: Claims['claim'] = async (...asked) => {
      if (isAway) throw new Refusal('database-unavailable', 'planted');
      return rooms.persistence.claims.claim(...asked);
    };
    const supervisor = rooms.supervise({ claims: { claim } });
    expect(await rejectionOf(supervisor.execute('away', 'ann'))).to.include({ code: 'database-unavailable' });
    isAway = false;
    expect((await supervisor.execute('away', 'ann')).state).to.equal('started');
    await untilEnded(supervisor, 'away');
  });

  it('tells of a run that another instance has', async () => {
    await rooms.createTask('elsewhere', ['exec sleep 60']);
    const holder = rooms.supervise();
    await holder.execute('elsewhere', 'ann');
    const supervisor = rooms.supervise({
      claims: { claim: () => Promise.resolve(null), askHolder: () => Promise.resolve('running') },
    });
    const snapshot = { taskId: 'elsewhere', status: 'RUNNING', totalSteps: 1, successSteps: 0 };
    expect(await supervisor.execute('elsewhere', 'ann')).to.deep.equal({ state: 'running', snapshot });
    expect(await supervisor.cancel('elsewhere', 'ann')).to.deep.equal(snapshot);
    await holder.cancel('elsewhere', 'ann');
    await untilEnded(holder, 'elsewhere');
  });

  it('starts a run as soon as one that ends on another instance is over', async () => {
    await rooms.createTask('ends', ['true']);
    let looks = 0;
    const supervisor = rooms.supervise({
      claims: {
        claim: async (...asked) => (looks < 3 ? null : rooms.persistence.claims.claim(...asked)),
        askHolder: async () => ((looks += 1) < 3 ? 'ending' : 'not-running'),
      },
    });
    expect((await supervisor.execute('ends', 'ann')).state).to.equal('started');
    await untilEnded(supervisor, 'ends');
  });

  it('refuses to execute or cancel what ends on another instance and does not come to its end', async () => {
    await rooms.createTask('never ends', ['true']);
    const supervisor = rooms.supervise({
      claims: { claim: () => Promise.resolve(null), askHolder: () => Promise.resolve('ending') },
    });
    expect(await rejectionOf(supervisor.execute('never ends', 'ann'))).to.include({ code: 'ending' });
    expect(await rejectionOf(supervisor.cancel('never ends', 'ann'))).to.include({ code: 'ending' });
  });

  it('takes the word of the rows where the other instance is silent, but cancels nothing', async () => {
    await rooms.createTask('silent', ['exec sleep 60']);
    const holder = rooms.supervise();
    await holder.execute('silent', 'ann');
    const supervisor = rooms.supervise({
      claims: { claim: () => Promise.resolve(null), askHolder: () => Promise.resolve('silent') },
    });
    expect((await supervisor.execute('silent', 'ann')).state).to.equal('running');
    expect(await rejectionOf(supervisor.cancel('silent', 'ann'))).to.include({ code: 'ending' });
    await holder.cancel('silent', 'ann');
    await untilEnded(holder, 'silent');
  });

  it('refuses more runs than it may have', async () => {
    await rooms.createTask('one', ['exec sleep 60']);
    await rooms.createTask('two', ['true']);
    const supervisor = rooms.supervise({ maxRunning: 1 });
    await supervisor.execute('one', 'ann');
    expect(await rejectionOf(supervisor.execute('two', 'ann'))).to.include({ code: 'too-many-running' });
    await supervisor.cancel('one', 'ann');
    await untilEnded(supervisor, 'one');
    expect((await supervisor.execute('two', 'ann')).state).to.equal('started');
    await untilEnded(supervisor, 'two');
  });

  it('keeps an execute waiting for a run that ends, then starts the next one', async () => {
    await rooms.createTask('ending', ['exit 1']);
    const isSent = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const storeUnit: RealRooms['persistence']['storeUnit'] = async (unit) => {
      const verdict = await rooms.persistence.storeUnit(unit);
      isSent.resolve();
      // Once it goes on, nothing is left that could take so long that the execute is refused.
      await held.promise;
      return verdict;
    };
    let claimed = 0;
    const claim: Claims['claim'] = (...asked) => {
      claimed += 1;
      return rooms.persistence.claims.claim(...asked);
    };
    const supervisor = rooms.supervise({ persistence: { storeUnit }, claims: { claim } });
    await supervisor.execute('ending', 'ann');
    await isSent.promise;
    let isAnswered = false;
    const next = supervisor.execute('ending', 'ann').finally(() => (isAnswered = true));
    await setImmediate();
    expect([isAnswered, claimed]).to.deep.equal([false, 1]);
    held.resolve();
    expect((await next).state).to.equal('started');
    await untilEnded(supervisor, 'ending');
  });

  it('refuses an execute after 2 s of waiting for a run that does not end, and shows it as RUNNING', async () => {
    await rooms.createTask('stuck', ['exec sleep 30']);
    const held = Promise.withResolvers<Verdict>();
    const supervisor = rooms.supervise({ persistence: { storeUnit: () => held.promise } });
    await supervisor.execute('stuck', 'ann');
    await eventually('the script to run', () => livingProcesses('TASK_ID=stuck\0').length > 0);
    await supervisor.cancel('stuck', 'ann');
    const begun = performance.now();
    expect(await rejectionOf(supervisor.execute('stuck', 'ann'))).to.include({ code: 'ending' });
    expect(performance.now() - begun).to.be.greaterThan(1900);
    expect(supervisor.view('stuck')?.rows.task.status).to.equal('RUNNING');
    held.resolve('stored');
    await untilEnded(supervisor, 'stuck');
  });

  it('tells in which states of its chart a run is, as long as it runs here', async () => {
    await rooms.createTask('shown', ['exec sleep 30']);
    const supervisor = rooms.supervise();
    expect(supervisor.activeNodes('shown')).to.equal(undefined);
    await supervisor.execute('shown', 'ann');
    const stepping = ['run', 'run.executing', 'run.executing.running', 'run.executing.running.stepping'];
    await eventually('the script to run', () => supervisor.activeNodes('shown')?.join() === stepping.join());
    await supervisor.cancel('shown', 'ann');
    await untilEnded(supervisor, 'shown');
    expect(supervisor.activeNodes('shown')).to.equal(undefined);
  });

  it('logs who started a run, which steps it ran, and how it ended', async () => {
    await rooms.createTask('told', ['true', 'echo secret; exit 3', 'true']);
    const snapshot = { taskId: 'told', status: 'RUNNING', totalSteps: 3, successSteps: 0 };
    const { logger, events } = recordEvents();
    const supervisor = rooms.supervise({ logger });
    await supervisor.execute('told', 'ann', { requestId: 'request-7' });
    await untilEnded(supervisor, 'told');
    expect(events).to.deep.equal([
      { event: 'run.accepted', by: 'ann', requestId: 'request-7', ...snapshot },
      { event: 'step.started', stepNo: 1, attempt: 1 },
      { event: 'step.succeeded', stepNo: 1, attempt: 1, exitCode: 0 },
      { event: 'step.started', stepNo: 2, attempt: 1 },
      { event: 'step.failed', stepNo: 2, attempt: 1, exitCode: 3 },
      { event: 'run.ended', state: 'failed', stop: undefined, claim: 'held' },
    ]);
  });

  it('keeps what had ended when it is cancelled too late', async () => {
    await rooms.createTask('late', ['true']);
    const supervisor = rooms.supervise();
    await supervisor.execute('late', 'ann');
    await untilEnded(supervisor, 'late');
    expect(await rejectionOf(supervisor.cancel('late', 'ann'))).to.include({ code: 'not-running' });
    expect((await rooms.stored('late')).statuses).to.equal('SUCCESS SUCCESS');
  });

  it('tells a cancel that comes too late that the run is ending, as long as its outcome is not stored', async () => {
    await rooms.createTask('unstored', ['exit 1']);
    const held = Promise.withResolvers<Verdict>();
    const isSent = Promise.withResolvers<void>();
    const storeUnit: RealRooms['persistence']['storeUnit'] = () => {
      isSent.resolve();
      return held.promise;
    };
    const supervisor = rooms.supervise({ persistence: { storeUnit } });
    await supervisor.execute('unstored', 'ann');
    await isSent.promise;
    expect(await rejectionOf(supervisor.cancel('unstored', 'ann'))).to.include({ code: 'ending' });
    expect(supervisor.view('unstored')?.rows.task.status).to.equal('RUNNING');
    const next = rejectionOf(supervisor.cancel('unstored', 'ann'));
    held.resolve('stored');
    expect(await next).to.include({ code: 'not-running' });
  });

  it('leaves nothing waiting for a database that is away when it closes', async () => {
    await rooms.createTask('unstorable', ['exit 1']);
    await rooms.createTask('unaccepted', ['true']);
    const isSent = Promise.withResolvers<void>();
    const storeUnit: RealRooms['persistence']['storeUnit'] = () => {
      isSent.resolve();
      return Promise.reject(new Error('the database is away'));
    };
    const readTask: RealRooms['persistence']['readTask'] = (taskId) =>
      taskId === 'unaccepted' ? new Promise(() => undefined) : rooms.persistence.readTask(taskId);
    const supervisor = rooms.supervise({ persistence: { storeUnit, readTask } });
    await supervisor.execute('unstorable', 'ann');
    const unaccepted = rejectionOf(supervisor.execute('unaccepted', 'ann'));
    await isSent.promise;
    await supervisor.close();
    expect(await unaccepted).to.include({ code: 'shutting-down' });
    await untilEnded(supervisor, 'unstorable');
    expect((await rooms.stored('unstorable')).statuses).to.equal('RUNNING RUNNING');
  });

  it('leaves no broken run waiting for a database that is away when it closes', async () => {
    await rooms.createTask('broken and away', ['exec sleep 30']);
    const start: RealRooms['scripts']['scripts']['start'] = async (attempt) => {
      const script = await rooms.scripts.scripts.start(attempt);
      return { ...script, exit: Promise.resolve(null as unknown as Exit) };
    };
    const isFenced = Promise.withResolvers<void>();
    const fence: RealRooms['scripts']['scripts']['fence'] = (...asked) => {
      isFenced.resolve();
      return rooms.scripts.scripts.fence(...asked).then(() => Promise.reject(new Error('the disk is away')));
    };
    const supervisor = rooms.supervise({ scripts: { start, fence } });
    await supervisor.execute('broken and away', 'ann');
    await isFenced.promise;
    await supervisor.close();
    await untilEnded(supervisor, 'broken and away');
    expect((await rooms.stored('broken and away')).statuses).to.equal('RUNNING RUNNING');
  });

  it('ends script, task and slot of a run whose statechart breaks', async () => {
    await rooms.createTask('broken', ['exec sleep 30', 'true']);
    const start: RealRooms['scripts']['scripts']['start'] = async (attempt) => {
      const script = await rooms.scripts.scripts.start(attempt);
      // No guard expects this: it throws in the middle of a transition, while the script lives on.
      return { ...script, exit: Promise.resolve(null as unknown as Exit) };
    };
    const supervisor = rooms.supervise({ scripts: { start } });
    await supervisor.execute('broken', 'ann');
    await untilEnded(supervisor, 'broken');
    const { statuses, message } = await rooms.stored('broken');
    expect(statuses).to.equal('FAILED FAILED PENDING');
    expect(message).to.match(/^step 1 of 2 \(step-1\): internal error: /);
    expect(livingProcesses('TASK_ID=broken\0')).to.deep.equal([]);
    expect((await rooms.supervise().execute('broken', 'ann')).state).to.equal('started');
  });

  for (const [what, sql, left] of [
    [
      'a step is changed',
      "update tms_init_task_step set status = 'FAILED' where task_id = $1 and step_no = 1",
      'RUNNING FAILED PENDING',
    ],
    ['the task is changed', "update tms_init_task set status = 'FAILED' where task_id = $1", 'FAILED RUNNING PENDING'],
    ['a step is deleted', 'delete from tms_init_task_step where task_id = $1 and step_no = 1', 'RUNNING PENDING'],
  ] as const) {
    it(`F45, F46: ends a run cleanly at its next write when ${what} by hand`, async () => {
      const taskId = `by hand: ${what}`;
      await rooms.createTask(taskId, ['until [ -e changed ]; do sleep 0.05; done; rm changed', 'touch ran-on']);
      const supervisor = rooms.supervise();
      await supervisor.execute(taskId, 'ann');
      await eventually('the step to run', () => supervisor.view(taskId)?.rows.steps[0]?.status === 'RUNNING');
      await rooms.query(sql, [taskId]);
      await writeFile(join(rooms.scripts.scriptsDir, 'changed'), '');
      await untilEnded(supervisor, taskId);
      expect((await rooms.stored(taskId)).statuses).to.equal(left);
      expect(existsSync(join(rooms.scripts.scriptsDir, 'ran-on'))).to.equal(false);
    });
  }
});

type Supervisor = ReturnType<RealRooms['supervise']>;

function untilEnded(supervisor: Supervisor, taskId: string): Promise<boolean> {
  return eventually(`the run of ${taskId} to end`, () => supervisor.view(taskId) === undefined);
}
