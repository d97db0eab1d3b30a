/** Mending and resolving a step through the registry of runs: what they wait for, what they refuse, what is stored. */

import { expect } from 'chai';

import type { Interventions } from '../../../src/actors/interventions/interventions.ts';
import type { TaskSupervisor } from '../../../src/actors/supervisor.ts';
import type { Refusal } from '../../../src/domain/refusal.ts';
import type { Status } from '../../../src/domain/status.ts';
import { type Claim, ClaimGone, type Claims, type HolderState } from '../../../src/persistence/claims/claims.ts';
import { onBothDatabases } from '../../support/both-databases.ts';
import { eventually } from '../../support/eventually.ts';
import { openRealRooms, type RealRooms } from '../../support/real-rooms.ts';
import { rejectionOf } from '../../support/rejection-of.ts';

const BY = { by: 'ann', reason: 'because' };

onBothDatabases('changing a step by hand', (open) => {
  let rooms: RealRooms;

  before(async () => {
    rooms = await openRealRooms({ open });
  });

  afterEach(() => rooms.closeSupervisors());

  after(() => rooms.close());

  it('mends a failed script, and the next execute resumes with the mended one', async () => {
    const supervisor = rooms.supervise();
    await rooms.createTask('mended', ['true', 'exit 3']);
    await supervisor.execute('mended', 'ann');
    await untilEnded(supervisor, 'mended');
    const before = await stepOf('mended', 2);
    const step = await supervisor.interventions.mendStep({ taskId: 'mended', stepNo: 2, script: 'exit 0', ...BY });
    expect(step).to.deep.equal({ ...before, script: 'exit 0', message: 'script mended by ann: because' });
    expect(step).to.include({ status: 'FAILED', exitCode: 3 });
    expect(await rooms.stored('mended')).to.deep.include({ statuses: 'FAILED SUCCESS FAILED' });
    await supervisor.execute('mended', 'ann');
    await untilEnded(supervisor, 'mended');
    expect(await stepOf('mended', 2)).to.include({ status: 'SUCCESS', exitCode: 0, message: null });
    expect((await stepOf('mended', 1)).logPath).to.include('/1.1.');
  });

  it('mends a step that was never executed, which stays PENDING', async () => {
    const supervisor = rooms.supervise();
    await rooms.createTask('new', ['a', 'b']);
    const step = await supervisor.interventions.mendStep({ taskId: 'new', stepNo: 2, script: 'c\n"d"', ...BY });
    expect(step).to.include({ status: 'PENDING', script: 'c\n"d"', startedAt: null, finishedAt: null });
    expect(await rooms.stored('new')).to.deep.equal({ statuses: 'PENDING PENDING PENDING', message: null });
  });

  it('does not mend a step that is SUCCESS, and touches nothing where it refuses', async () => {
    const supervisor = rooms.supervise({ scripts: { fence: () => Promise.reject(new Error('not expected')) } });
    await rooms.createTask('done', ['true', 'true']);
    await put('done', 'RUNNING', ['SUCCESS', 'RUNNING']);
    expect(await refusalOf(mend(supervisor, 'done', 1))).to.equal('step-succeeded');
    expect((await rooms.stored('done')).statuses).to.equal('RUNNING SUCCESS RUNNING');
    expect(await stepOf('done', 1)).to.include({ script: 'true', message: null });
  });

  it('resolves a step, and its task with it, without a script', async () => {
    const supervisor = rooms.supervise();
    await rooms.createTask('resolved', ['true', 'exit 3', 'true']);
    await supervisor.execute('resolved', 'ann');
    await untilEnded(supervisor, 'resolved');
    const step = await resolve(supervisor, 'resolved', 2, 'SUCCESS');
    expect(step).to.include({ status: 'SUCCESS', exitCode: null, message: 'resolved as SUCCESS by ann: because' });
    expect(await rooms.stored('resolved')).to.deep.equal({
      statuses: 'FAILED SUCCESS SUCCESS PENDING',
      message: 'step 2 of 3 (step-2): resolved as SUCCESS by ann: because',
    });
    await supervisor.execute('resolved', 'ann');
    await untilEnded(supervisor, 'resolved');
    expect(await rooms.stored('resolved')).to.deep.equal({
      statuses: 'SUCCESS SUCCESS SUCCESS SUCCESS',
      message: null,
    });
    expect((await stepOf('resolved', 2)).logPath).to.include('/2.1.');
    await resolve(supervisor, 'resolved', 2, 'FAILED');
    expect((await rooms.stored('resolved')).statuses).to.equal('FAILED SUCCESS FAILED SUCCESS');
    await resolve(supervisor, 'resolved', 2, 'SUCCESS');
    expect((await rooms.stored('resolved')).statuses).to.equal('SUCCESS SUCCESS SUCCESS SUCCESS');
  });

  for (const change of [mend, resolve]) {
    const did = change.name;

    it(`ends what an interrupted run left running and sets it FAILED before it changes a step: ${did}`, async () => {
      const taskId = `left-${did}`;
      await rooms.createTask(taskId, ['true', 'true', 'true']);
      await put(taskId, 'RUNNING', ['SUCCESS', 'RUNNING', 'PENDING']);
      const seen: string[] = [];
      const supervisor = rooms.supervise({
        scripts: {
          async fence({ stepNo }) {
            seen.push(`${stepNo}: ${(await rooms.stored(taskId)).statuses}`);
            return { endedProcesses: 2, recordedEnd: null };
          },
        },
      });
      await change(supervisor, taskId, 3);
      expect(seen).to.deep.equal(['2: RUNNING SUCCESS RUNNING PENDING']);
      const { statuses } = await rooms.stored(taskId);
      expect(statuses).to.equal(`FAILED SUCCESS FAILED ${did === 'mend' ? 'PENDING' : 'SUCCESS'}`);
      const { message } = await stepOf(taskId, 2);
      expect(message).to.match(/^interrupted: .*2 of its processes were still alive and were ended$/);
      await change(supervisor, taskId, 2);
      expect((await stepOf(taskId, 2)).message).to.match(/^(script mended|resolved as SUCCESS) by ann: because$/);
    });

    it(`settles a task that was interrupted between two steps: ${did}`, async () => {
      const taskId = `between-${did}`;
      await rooms.createTask(taskId, ['true', 'true', 'true']);
      await put(taskId, 'RUNNING', ['SUCCESS', 'PENDING', 'PENDING']);
      await change(rooms.supervise(), taskId, 2);
      expect((await rooms.stored(taskId)).statuses).to.match(/^FAILED SUCCESS/);
    });

    it(`keeps a task whose left processes do not end, or are those of another host: ${did}`, async () => {
      const taskId = `stubborn-${did}`;
      await rooms.createTask(taskId, ['true', 'true']);
      await put(taskId, 'RUNNING', ['RUNNING', 'PENDING']);
      const cannot = rooms.supervise({ scripts: { fence: () => Promise.reject(new Error('it does not end')) } });
      expect(await refusalOf(change(cannot, taskId, 2))).to.equal('ending');
      const elsewhere = rooms.supervise({ takeoverDelayMs: 60_000 });
      expect(await refusalOf(change(elsewhere, taskId, 2))).to.equal('ending');
      expect((await rooms.stored(taskId)).statuses).to.equal('RUNNING RUNNING PENDING');
      expect((await stepOf(taskId, 2)).message).to.equal(null);
    });

    it(`refuses a task that runs, here or elsewhere, and leaves it alone: ${did}`, async () => {
      const taskId = `busy-${did}`;
      const supervisor = rooms.supervise();
      await rooms.createTask(taskId, ['sleep 60', 'true']);
      await supervisor.execute(taskId, 'ann');
      await eventually(
        'its script to run',
        async () => (await rooms.stored(taskId)).statuses === 'RUNNING RUNNING PENDING',
      );
      expect(await refusalOf(change(supervisor, taskId, 2))).to.equal('already-running');
      for (const [state, code] of [
        ['running', 'already-running'],
        ['silent', 'already-running'],
        ['ending', 'ending'],
      ] as const) {
        const askHolder: Claims['askHolder'] = () => Promise.resolve<HolderState>(state);
        const other = rooms.supervise({ claims: { claim: heldElsewhere, askHolder } });
        expect(await refusalOf(change(other, taskId, 2))).to.equal(code);
      }
      expect(await stepOf(taskId, 2)).to.include({ status: 'PENDING', message: null, script: 'true' });
      await supervisor.cancel(taskId, 'ann');
      await change(supervisor, taskId, 2);
      expect((await stepOf(taskId, 2)).message).to.include('by ann: because');
    });

    it(`refuses what there is not, what nobody understands, and everything once the service shuts down: ${did}`, async () => {
      const taskId = `odd-${did}`;
      const supervisor = rooms.supervise();
      await rooms.createTask(taskId, ['true', 'true']);
      expect(await refusalOf(change(supervisor, 'nobody', 1))).to.equal('task-not-found');
      expect(await refusalOf(change(supervisor, taskId, 3))).to.equal('step-not-found');
      await rooms.query(`update tms_init_task_step set status = 'done' where task_id = $1 and step_no = 1`, [taskId]);
      expect(await refusalOf(change(supervisor, taskId, 2))).to.equal('task-data-invalid');
      await supervisor.close();
      expect(await refusalOf(change(supervisor, taskId, 2))).to.equal('shutting-down');
    });

    it(`says that the database is away where its claim is lost, and tries again where a row is locked: ${did}`, async () => {
      const taskId = `doubted-${did}`;
      await rooms.createTask(taskId, ['true', 'true']);
      const lost = around(() => Promise.reject(new ClaimGone()));
      expect(await refusalOf(change(rooms.supervise({ claims: lost }), taskId, 2))).to.equal('database-unavailable');
      let tries = 0;
      const busy = around(async (sound) => ((tries += 1) < 3 ? null : sound()));
      await change(rooms.supervise({ claims: busy }), taskId, 2);
      expect(tries).to.equal(3);
      expect((await stepOf(taskId, 2)).message).to.include('by ann: because');
      const always = around(() => Promise.resolve(null));
      expect(await refusalOf(change(rooms.supervise({ claims: always }), taskId, 2))).to.equal('ending');
    });

    it(`lets an execute wait for it, so that its run takes what was changed: ${did}`, async () => {
      const taskId = `contended-${did}`;
      await rooms.createTask(taskId, ['exit 9']);
      const begun = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      const claims = around(async (sound) => {
        begun.resolve();
        await held.promise;
        return sound();
      });
      const supervisor = rooms.supervise({ claims });
      const changing = change(supervisor, taskId, 1);
      await begun.promise;
      const execution = supervisor.execute(taskId, 'bob');
      held.resolve();
      await changing;
      expect((await execution).state).to.equal(did === 'mend' ? 'started' : 'succeeded');
      await untilEnded(supervisor, taskId);
      expect((await rooms.stored(taskId)).statuses).to.equal('SUCCESS SUCCESS');
    });
  }

  /** Claims under which a change goes this way, and everything else as ever. `null`: somebody has a row locked. */
  function around(change: (sound: () => Promise<unknown>) => Promise<unknown>): Partial<Claims> {
    const wrap = (claim: Claim): Claim => ({
      ...claim,
      storeUnit: async (unit) =>
        unit.steps.some(({ to }) => to.message?.includes('by ann'))
          ? (((await change(() => claim.storeUnit(unit))) as Awaited<ReturnType<Claim['storeUnit']>> | null) ?? 'busy')
          : claim.storeUnit(unit),
      mendStep: async (mending) =>
        ((await change(() => claim.mendStep(mending))) as Awaited<ReturnType<Claim['mendStep']>> | null) ?? 'kept',
    });
    return {
      claim: async (...asked) => {
        const granted = await rooms.persistence.claims.claim(...asked);
        return granted && wrap(granted);
      },
    };
  }

  async function put(taskId: string, task: Status, steps: readonly Status[]): Promise<void> {
    await rooms.query('update tms_init_task set status = $2 where task_id = $1', [taskId, task]);
    for (const [index, status] of steps.entries()) {
      const values = [taskId, index + 1, status];
      await rooms.query('update tms_init_task_step set status = $3 where task_id = $1 and step_no = $2', values);
    }
  }

  async function stepOf(taskId: string, stepNo: number) {
    const rows = await rooms.persistence.readStep(taskId, stepNo);
    const step = rows?.steps.find((one) => one.stepNo === stepNo);
    if (!step) throw new Error('there is no such step');
    return step;
  }
});

const heldElsewhere: Claims['claim'] = () => Promise.resolve(null);

function mend({ interventions }: { readonly interventions: Interventions }, taskId: string, stepNo: number) {
  return interventions.mendStep({ taskId, stepNo, script: 'exit 0', ...BY });
}

function resolve(
  { interventions }: { readonly interventions: Interventions },
  taskId: string,
  stepNo: number,
  status: 'SUCCESS' | 'FAILED' = 'SUCCESS',
) {
  return interventions.resolveStep({ taskId, stepNo, status, ...BY });
}

async function refusalOf(changing: Promise<unknown>): Promise<Refusal['code']> {
  const { code } = (await rejectionOf(changing)) as Refusal;
  return code;
}

function untilEnded(supervisor: TaskSupervisor, taskId: string): Promise<unknown> {
  return eventually('the run to end', () => supervisor.view(taskId) === undefined);
}
