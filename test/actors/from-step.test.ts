/** A run that begins at a step which somebody names, whatever is SUCCESS. */

import { expect } from 'chai';

import type { ExecuteAnswer } from '../../src/actors/runs.ts';
import type { TaskSupervisor } from '../../src/actors/supervisor.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import type { Status } from '../../src/domain/status.ts';
import type { Unit } from '../../src/domain/unit.ts';
import type { Claim, Claims, HolderState } from '../../src/persistence/claims/claims.ts';
import { onBothDatabases } from '../support/both-databases.ts';
import { eventually } from '../support/eventually.ts';
import { heldRun } from '../support/held-run.ts';
import { recordEvents } from '../support/logged-events.ts';
import { openRealRooms, type RealRooms } from '../support/real-rooms.ts';
import { rejectionOf } from '../support/rejection-of.ts';
import { rowsOf } from '../support/rows.ts';

const SET_BACK = 'set back by ann: run again from step 2; was SUCCESS';

const from = (stepNo: number) => ({ fromStep: { stepNo, by: 'ann' } });

describe('the statechart of a run from a step', () => {
  it('sets back that step and all later ones that are SUCCESS, as it stores the task as RUNNING', async () => {
    const run = heldRun(rowsOf('SUCCESS', ['SUCCESS', 'SUCCESS', 'FAILED', 'SUCCESS']), from(2));
    await run.pass('claimTask');
    await run.pass('loadTask');
    expect(run.leaf()).to.equal('accepting');
    await run.pass('storeOverClaim');
    const [accept] = run.sent;
    expect(accept?.task).to.deep.include({ from: 'SUCCESS' });
    expect(accept?.steps.map(({ stepNo, to }) => [stepNo, to.status, to.message, to.exitCode])).to.deep.equal([
      [2, 'FAILED', SET_BACK, null],
      [4, 'FAILED', SET_BACK, null],
    ]);
    expect(accept?.steps.map(({ to }) => to.logPath)).to.deep.equal(accept?.steps.map(({ from: was }) => was.logPath));
    expect(await run.finish()).to.equal('succeeded');
    expect(run.started).to.deep.equal([2, 3, 4]);
    expect(run.taken.map(({ why }) => why)).to.include('steps 2 to 4 were SUCCESS: set back, to be run again');
  });

  it('starts also where every step is SUCCESS, or none that would be set back', async () => {
    for (const [task, steps, started] of [
      ['SUCCESS', ['SUCCESS', 'SUCCESS'], [1, 2]],
      ['FAILED', ['FAILED', 'PENDING'], [1, 2]],
      ['PENDING', ['PENDING', 'PENDING'], [1, 2]],
    ] as const) {
      const run = heldRun(rowsOf(task, steps), from(1));
      expect(await run.finish()).to.equal('succeeded');
      expect(run.started).to.deep.equal(started);
    }
  });

  it('refuses a step that there is not, and one with an earlier step that is not SUCCESS, and stores nothing', async () => {
    for (const [steps, stepNo, code, detail] of [
      [['SUCCESS', 'SUCCESS'], 3, 'step-not-found', 'The task has no step 3.'],
      [['SUCCESS'], 0, 'step-not-found', 'The task has no step 0.'],
      [
        ['FAILED', 'PENDING'],
        2,
        'earlier-step-not-success',
        'Step 1 is FAILED; every step before step 2 has to be SUCCESS.',
      ],
      [
        ['SUCCESS', 'RUNNING', 'PENDING'],
        3,
        'earlier-step-not-success',
        'Step 2 is RUNNING; every step before step 3 has to be SUCCESS.',
      ],
    ] as const) {
      const run = heldRun(rowsOf('FAILED', steps), from(stepNo));
      expect(await run.finish()).to.equal('refused');
      expect(run.context().refusal).to.include({ code, detail });
      expect(run.sent).to.deep.equal([]);
    }
  });

  it('takes residue that stands at the step or behind it, fences it first, and goes on at the step', async () => {
    const run = heldRun(rowsOf('RUNNING', ['SUCCESS', 'SUCCESS', 'RUNNING']), from(2));
    expect(await run.finish()).to.equal('succeeded');
    const letters = run.sent.map(({ steps }) => steps.map(({ stepNo, to }) => `${stepNo}${to.status[0]}`).join(' '));
    expect(letters.slice(0, 3)).to.deep.equal(['2F', '3F', '2R']);
    expect(run.started).to.deep.equal([2, 3]);
  });

  it('asks again what is SUCCESS where somebody changed a row while it was accepted', async () => {
    const run = heldRun(rowsOf('SUCCESS', ['SUCCESS', 'SUCCESS']), from(2));
    await run.pass('claimTask');
    await run.pass('loadTask');
    run.rows = rowsOf('FAILED', ['FAILED', 'PENDING']);
    await run.pass('storeOverClaim', { verdict: 'lost', at: '2026-03-10T08:00:00.000Z' });
    expect(run.leaf()).to.equal('loading');
    expect(await run.finish()).to.equal('refused');
    expect(run.context().refusal).to.include({ code: 'earlier-step-not-success' });
  });
});

onBothDatabases('an execute from a step', (open) => {
  let rooms: RealRooms;

  before(async () => {
    rooms = await openRealRooms({ open });
  });

  afterEach(() => rooms.closeSupervisors());

  after(() => rooms.close());

  it('runs that step and all later ones again, and no earlier one', async () => {
    const { events, logger } = recordEvents();
    const supervisor = rooms.supervise({ logger });
    await rooms.createTask('again', ['true', 'true', 'true']);
    await supervisor.execute('again', 'ann');
    await untilEnded(supervisor, 'again');
    const { state, snapshot } = await supervisor.execute('again', 'ann', { fromStep: 2 });
    expect(state).to.equal('started');
    expect(snapshot).to.include({ status: 'RUNNING', totalSteps: 3, successSteps: 1 });
    await untilEnded(supervisor, 'again');
    expect((await rooms.stored('again')).statuses).to.equal('SUCCESS SUCCESS SUCCESS SUCCESS');
    expect(await attempts('again')).to.deep.equal([1, 2, 2]);
    expect(supervisor.figures().steps).to.deep.equal({ SUCCESS: 5, FAILED: 0 });
    expect(events.map(({ event }) => event)).to.not.include('step.failed');
    expect(events.findLast(({ event }) => event === 'run.accepted')).to.include({ fromStep: 2, by: 'ann' });
  });

  it('leaves a step that failed on the way for an ordinary execute, which goes on there', async () => {
    const supervisor = rooms.supervise();
    await rooms.createTask('stops', ['true', '[ "$ATTEMPT" -ne 2 ]', 'true']);
    await supervisor.execute('stops', 'ann');
    await untilEnded(supervisor, 'stops');
    await supervisor.execute('stops', 'ann', { fromStep: 2 });
    await untilEnded(supervisor, 'stops');
    expect((await rooms.stored('stops')).statuses).to.equal('FAILED SUCCESS FAILED FAILED');
    const rows = await rooms.persistence.readTask('stops');
    expect(rows?.steps[2]).to.include({ message: SET_BACK, exitCode: null, finishedAt: rows?.steps[2]?.finishedAt });
    await supervisor.execute('stops', 'ann');
    await untilEnded(supervisor, 'stops');
    expect((await rooms.stored('stops')).statuses).to.equal('SUCCESS SUCCESS SUCCESS SUCCESS');
    expect(await attempts('stops')).to.deep.equal([1, 3, 2]);
  });

  it('refuses by name, and leaves the rows alone', async () => {
    const supervisor = rooms.supervise();
    await rooms.createTask('refused', ['true', 'true']);
    expect(await refusalOf(supervisor.execute('refused', 'ann', { fromStep: 2 }))).to.equal('earlier-step-not-success');
    expect(await refusalOf(supervisor.execute('refused', 'ann', { fromStep: 3 }))).to.equal('step-not-found');
    expect(await refusalOf(supervisor.execute('nobody', 'ann', { fromStep: 1 }))).to.equal('task-not-found');
    expect(await rooms.stored('refused')).to.deep.equal({ statuses: 'PENDING PENDING PENDING', message: null });
  });

  it('refuses a task that runs, here or on another instance', async () => {
    const supervisor = rooms.supervise();
    await rooms.createTask('busy', ['sleep 60']);
    await supervisor.execute('busy', 'ann');
    expect(await refusalOf(supervisor.execute('busy', 'bob', { fromStep: 1 }))).to.equal('already-running');
    for (const [state, code] of [
      ['running', 'already-running'],
      ['silent', 'already-running'],
      ['ending', 'ending'],
    ] as const) {
      const askHolder: Claims['askHolder'] = () => Promise.resolve<HolderState>(state);
      const other = rooms.supervise({ claims: { claim: heldElsewhere, askHolder } });
      expect(await refusalOf(other.execute('busy', 'bob', { fromStep: 1 }))).to.equal(code);
    }
  });

  it('shares with others who ask at once only what they wish too', async () => {
    await rooms.createTask('shared', ['true', 'true']);
    const wishes = [2, undefined, 9, 1, undefined] as const;
    const supervisor = rooms.supervise();
    const asked = wishes.map((fromStep) => outcomeOf(supervisor.execute('shared', 'ann', { fromStep })));
    expect(await Promise.all(asked)).to.deep.equal([
      'earlier-step-not-success',
      'started',
      // Whoever of the two comes next meets the run of the second one.
      'already-running',
      'already-running',
      'running',
    ]);
    await untilEnded(supervisor, 'shared');
    const again = [undefined, 1, 1, undefined].map((fromStep) =>
      outcomeOf(supervisor.execute('shared', 'ann', { fromStep })),
    );
    expect(await Promise.all(again)).to.deep.equal(['succeeded', 'started', 'already-running', 'succeeded']);
    await untilEnded(supervisor, 'shared');
    expect(await attempts('shared')).to.deep.equal([2, 2]);
  });

  it('waits for a run that is ending, and then starts', async () => {
    const supervisor = rooms.supervise();
    await rooms.createTask('ending', ['sleep 60', 'true']);
    await supervisor.execute('ending', 'ann');
    await eventually('its script to run', async () => (await attempts('ending'))[0] === 1);
    await supervisor.cancel('ending', 'ann');
    expect((await supervisor.execute('ending', 'ann', { fromStep: 1 })).state).to.equal('started');
  });

  it('is refused where its answer from the database is lost, and an ordinary execute goes on where it was to begin', async () => {
    await rooms.createTask('doubtful', ['true', 'true', 'true']);
    const sound = rooms.supervise();
    await sound.execute('doubtful', 'ann');
    await untilEnded(sound, 'doubtful');
    const claims = storing(async (store) => {
      await store();
      throw new Error('Connection terminated unexpectedly');
    });
    const supervisor = rooms.supervise({ claims });
    expect(await refusalOf(supervisor.execute('doubtful', 'ann', { fromStep: 2 }))).to.equal('database-unavailable');
    expect((await rooms.stored('doubtful')).statuses).to.equal('RUNNING SUCCESS FAILED FAILED');
    expect((await sound.execute('doubtful', 'ann')).state).to.equal('started');
    await untilEnded(sound, 'doubtful');
    expect(await attempts('doubtful')).to.deep.equal([1, 2, 2]);
  });

  it('changes nothing where the claim is lost before it is stored', async () => {
    await rooms.createTask('lost', ['true', 'true']);
    const sound = rooms.supervise();
    await sound.execute('lost', 'ann');
    await untilEnded(sound, 'lost');
    const claims = storing(() => Promise.reject(new Refusal('database-unavailable', 'planted')));
    const supervisor = rooms.supervise({ claims });
    expect(await refusalOf(supervisor.execute('lost', 'ann', { fromStep: 1 }))).to.equal('database-unavailable');
    expect((await rooms.stored('lost')).statuses).to.equal('SUCCESS SUCCESS SUCCESS');
  });

  it('sets back 10,000 steps at once', async () => {
    const { length } = Array<Status>(10_000);
    await rooms.persistence.createTask({
      taskId: 'large',
      name: 'large',
      steps: Array.from({ length }, (_, n) => ({ name: `step-${n}`, script: n === 0 ? 'exec sleep 60' : 'true' })),
    });
    await rooms.query(`update tms_init_task_step set status = 'SUCCESS', exit_code = 0 where task_id = 'large'`, []);
    await rooms.query(`update tms_init_task set status = 'SUCCESS' where task_id = 'large'`, []);
    const units: Unit[] = [];
    const supervisor = rooms.supervise({ claims: storing((store, unit) => (units.push(unit), store())) });
    const { snapshot } = await supervisor.execute('large', 'ann', { fromStep: 1 });
    expect(snapshot).to.include({ status: 'RUNNING', totalSteps: length, successSteps: 0 });
    expect(units[0]?.steps).to.have.length(length);
    const [row] = (await rooms.query(
      `select count(*)::int as n from tms_init_task_step where task_id = 'large' and status <> 'SUCCESS'`,
      [],
    )) as readonly { readonly n: number }[];
    expect(row?.n).to.equal(length);
    await supervisor.cancel('large', 'ann');
  });

  async function attempts(taskId: string): Promise<readonly number[]> {
    const rows = await rooms.persistence.readTask(taskId);
    return (rows?.steps ?? []).map(({ logPath }) => Number(/\/\d+\.(\d+)\./.exec(logPath ?? '')?.[1] ?? 0));
  }

  /** Claims over which units are stored this way. */
  function storing(
    around: (store: () => ReturnType<Claim['storeUnit']>, unit: Unit) => ReturnType<Claim['storeUnit']>,
  ) {
    const claim: Claims['claim'] = async (...asked) => {
      const granted = await rooms.persistence.claims.claim(...asked);
      return granted && { ...granted, storeUnit: (unit) => around(() => granted.storeUnit(unit), unit) };
    };
    return { claim };
  }
});

const heldElsewhere: Claims['claim'] = () => Promise.resolve(null);

async function refusalOf(execution: Promise<ExecuteAnswer>): Promise<Refusal['code']> {
  const { code } = (await rejectionOf(execution)) as Refusal;
  return code;
}

async function outcomeOf(execution: Promise<ExecuteAnswer>): Promise<string> {
  try {
    return (await execution).state;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

function untilEnded(supervisor: TaskSupervisor, taskId: string): Promise<unknown> {
  return eventually('the run to end', () => supervisor.view(taskId) === undefined);
}
