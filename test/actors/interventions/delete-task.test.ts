/** Deleting a task through the registry of runs: what it waits for, what it refuses, what is left. */

import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { TaskSupervisor } from '../../../src/actors/supervisor.ts';
import { taskFolder } from '../../../src/domain/log-path.ts';
import { type Claim, ClaimGone, type Claims, type HolderState } from '../../../src/persistence/claims/claims.ts';
import { adoptResidue } from '../../openapi/adopt-residue.ts';
import { onBothDatabases } from '../../support/both-databases.ts';
import { eventually } from '../../support/eventually.ts';
import { recordEvents } from '../../support/logged-events.ts';
import { openRealRooms, type RealRooms } from '../../support/real-rooms.ts';
import { rejectionOf } from '../../support/rejection-of.ts';

onBothDatabases('deleting a task by hand', (open) => {
  let rooms: RealRooms;

  before(async () => {
    rooms = await openRealRooms({ open });
  });

  afterEach(() => rooms.closeSupervisors());

  after(() => rooms.close());

  it('leaves neither rows nor files of it, and its id can be used again', async () => {
    const supervisor = rooms.supervise();
    await rooms.createTask('ended', ['echo one', 'exit 1']);
    await supervisor.execute('ended', 'ann');
    await untilEnded(supervisor, 'ended');
    await supervisor.interventions.deleteTask('ended');
    expect(await rooms.persistence.readTask('ended')).to.equal(null);
    expect(existsSync(folderOf('ended'))).to.equal(false);
    await rooms.createTask('ended', ['true']);
    expect((await supervisor.execute('ended', 'ann')).state).to.equal('started');
    await untilEnded(supervisor, 'ended');
    expect(await statuses('ended')).to.equal('SUCCESS SUCCESS');
  });

  it('refuses a task that runs, and leaves it alone', async () => {
    const supervisor = rooms.supervise();
    await rooms.createTask('busy', ['sleep 60']);
    await supervisor.execute('busy', 'ann');
    await eventually('its script to run', async () => (await statuses('busy')) === 'RUNNING RUNNING');
    expect(await refusalOf(supervisor, 'busy')).to.equal('already-running');
    expect(await statuses('busy')).to.equal('RUNNING RUNNING');
    await supervisor.cancel('busy', 'ann');
    await supervisor.interventions.deleteTask('busy');
    expect(await rooms.persistence.readTask('busy')).to.equal(null);
  });

  it('refuses a task that there is not, and every task once the service shuts down', async () => {
    const supervisor = rooms.supervise();
    expect(await refusalOf(supervisor, 'nobody')).to.equal('task-not-found');
    await rooms.createTask('kept', ['true']);
    await supervisor.close();
    expect(await refusalOf(supervisor, 'kept')).to.equal('shutting-down');
    expect(await statuses('kept')).to.equal('PENDING PENDING');
  });

  it('ends what an interrupted run left running before it deletes', async () => {
    await adoptResidue(rooms, 'left');
    let fenced: string | null = null;
    const supervisor = rooms.supervise({
      scripts: {
        async fence({ taskId, stepNo }, logPath) {
          fenced = `${taskId} ${stepNo} ${logPath}: ${await statuses('left')}`;
          return { endedProcesses: 1, recordedEnd: null };
        },
      },
    });
    await supervisor.interventions.deleteTask('left');
    expect(fenced).to.equal('left 1 null: RUNNING RUNNING');
    expect(await rooms.persistence.readTask('left')).to.equal(null);
  });

  it('keeps a task whose left processes do not end, or are those of another host', async () => {
    await adoptResidue(rooms, 'stubborn');
    const cannot = rooms.supervise({
      scripts: { fence: () => Promise.reject(new Error('waiting for process 1, which does not end')) },
    });
    expect(await refusalOf(cannot, 'stubborn')).to.equal('ending');
    const elsewhere = rooms.supervise({ takeoverDelayMs: 60_000 });
    const error = await rejectionOf(elsewhere.interventions.deleteTask('stubborn'));
    expect(error).to.include({ code: 'ending' });
    expect(error).to.have.property('message').that.includes('cancel the task first');
    expect(await statuses('stubborn')).to.equal('RUNNING RUNNING');
  });

  it('deletes what was left on another host once it is cancelled, whatever the status of the task', async () => {
    for (const status of ['RUNNING', 'FAILED', 'SUCCESS', 'PENDING']) {
      const taskId = `left-${status}`;
      await adoptResidue(rooms, taskId);
      await rooms.query('update tms_init_task set status = $2 where task_id = $1', [taskId, status]);
      const supervisor = rooms.supervise({ takeoverDelayMs: 100 });
      expect(await refusalOf(supervisor, taskId)).to.equal('ending');
      expect((await supervisor.cancel(taskId, 'ann')).taskId).to.equal(taskId);
      await untilEnded(supervisor, taskId);
      expect(await statuses(taskId)).to.equal('FAILED FAILED');
      await supervisor.interventions.deleteTask(taskId);
      expect(await rooms.persistence.readTask(taskId)).to.equal(null);
    }
  });

  it('deletes a task without steps, and one whose rows nobody understands', async () => {
    const supervisor = rooms.supervise();
    await rooms.query(`insert into tms_init_task (task_id, task_name, status) values ('odd', 'x', 'done')`, []);
    await supervisor.interventions.deleteTask('odd');
    expect(await rooms.persistence.readTask('odd')).to.equal(null);
  });

  it('keeps a task that rows of other tables refer to, and says so', async () => {
    const supervisor = rooms.supervise();
    await rooms.createTask('referred', ['true']);
    await rooms.query('create table other (task_id varchar(64) references tms_init_task (task_id))', []);
    await rooms.query(`insert into other values ('referred')`, []);
    const error = await rejectionOf(supervisor.interventions.deleteTask('referred'));
    expect(error).to.include({ code: 'task-data-invalid', reason: 'referred-to' });
    expect(await statuses('referred')).to.equal('PENDING PENDING');
  });

  it('keeps a task that its role in the database may not delete, and says so', async () => {
    await rooms.createTask('kept-by-rights', ['true']);
    const refused = Object.assign(new Error('permission denied for table tms_init_task_step'), { code: '42501' });
    const claim: Claims['claim'] = async (...asked) =>
      withDeletion(await rooms.persistence.claims.claim(...asked), () => Promise.reject(refused));
    const supervisor = rooms.supervise({ claims: { claim } });
    const error = await rejectionOf(supervisor.interventions.deleteTask('kept-by-rights'));
    expect(error).to.include({ code: 'task-data-invalid', reason: 'not-deletable' });
    expect(error).to.have.property('message').that.does.not.include('tms_init_task');
  });

  it('deletes the rows also where the files cannot be removed, and logs that', async () => {
    const { events, logger } = recordEvents();
    const supervisor = rooms.supervise({ logger });
    await rooms.createTask('foreign', ['true']);
    await mkdir(folderOf('foreign'), { recursive: true });
    // A folder that has the name of a log cannot be unlinked.
    await mkdir(join(folderOf('foreign'), `1.1.${'0'.repeat(8)}.${'0'.repeat(16)}.log`));
    await writeFile(join(folderOf('foreign'), 'notes.txt'), 'mine');
    await supervisor.interventions.deleteTask('foreign');
    expect(await rooms.persistence.readTask('foreign')).to.equal(null);
    expect(events.map(({ event }) => event)).to.include('task.files-left');
    expect(await readdir(folderOf('foreign'))).to.include('notes.txt');
  });

  it('lets an execute and a cancel wait for it, so that neither meets a task that is half gone', async () => {
    await rooms.createTask('contended', ['true']);
    const { claims, deleting, go } = holdDeletion();
    const supervisor = rooms.supervise({ claims });
    const deletion = supervisor.interventions.deleteTask('contended');
    await deleting;
    expect(supervisor.obstacle('contended')?.code).to.equal('ending');
    const others = [supervisor.execute('contended', 'ann'), supervisor.cancel('contended', 'ann')].map(rejectionOf);
    const again = rejectionOf(supervisor.interventions.deleteTask('contended'));
    go();
    await deletion;
    for (const error of await Promise.all([...others, again])) expect(error).to.include({ code: 'task-not-found' });
  });

  it('keeps an execute and a cancel waiting 2 s at most', async () => {
    await rooms.createTask('slow', ['true']);
    const { claims, deleting, go } = holdDeletion();
    const supervisor = rooms.supervise({ claims });
    const deletion = supervisor.interventions.deleteTask('slow');
    await deleting;
    const others = [supervisor.execute('slow', 'ann'), supervisor.cancel('slow', 'ann')].map(rejectionOf);
    for (const error of await Promise.all(others)) expect(error).to.include({ code: 'ending' });
    go();
    await deletion;
  });

  it('is waited for by a shutdown', async () => {
    await rooms.createTask('last', ['true']);
    const { claims, deleting, go } = holdDeletion();
    const supervisor = rooms.supervise({ claims });
    const deletion = supervisor.interventions.deleteTask('last');
    await deleting;
    const closing = supervisor.close();
    go();
    await closing;
    expect(await rooms.persistence.readTask('last')).to.equal(null);
    await deletion;
  });

  it('refuses a task that another instance runs, and waits for one whose run there is ending', async () => {
    await rooms.createTask('elsewhere', ['true']);
    let state: HolderState = 'running';
    let isHeld = true;
    const claim: Claims['claim'] = async (...asked) => (isHeld ? null : rooms.persistence.claims.claim(...asked));
    const askHolder: Claims['askHolder'] = () => Promise.resolve(state);
    const supervisor = rooms.supervise({ claims: { claim, askHolder } });
    expect(await refusalOf(supervisor, 'elsewhere')).to.equal('already-running');
    state = 'silent';
    expect(await refusalOf(supervisor, 'elsewhere')).to.equal('already-running');
    state = 'ending';
    expect(await refusalOf(supervisor, 'elsewhere')).to.equal('ending');
    expect(await statuses('elsewhere')).to.equal('PENDING PENDING');
    const deletion = supervisor.interventions.deleteTask('elsewhere');
    isHeld = false;
    await deletion;
  });

  it('says that the database is away where its claim is lost, and gives back the slot', async () => {
    await rooms.createTask('doubted', ['true']);
    const claim: Claims['claim'] = async (...asked) =>
      withDeletion(await rooms.persistence.claims.claim(...asked), () => Promise.reject(new ClaimGone()));
    const supervisor = rooms.supervise({ claims: { claim } });
    expect(await refusalOf(supervisor, 'doubted')).to.equal('database-unavailable');
    expect((await supervisor.execute('doubted', 'ann')).state).to.equal('started');
    await untilEnded(supervisor, 'doubted');
  });

  it('tells other instances that ask for the task that it will be over soon', async () => {
    await rooms.createTask('asked', ['true']);
    const { claims, deleting, go } = holdDeletion();
    let answer = NO_ANSWER;
    const supervisor = rooms.supervise({ claims: { ...claims, answerBy: (given) => void (answer = given) } });
    const deletion = supervisor.interventions.deleteTask('asked');
    expect(await answer('asked', { ask: 'join' })).to.equal(null);
    await deleting;
    expect(await answer('asked', { ask: 'join' })).to.equal('ending');
    go();
    await deletion;
    expect(await answer('asked', { ask: 'join' })).to.equal(null);
  });

  function folderOf(taskId: string): string {
    return join(rooms.scripts.folder, 'logs', taskFolder(taskId));
  }

  async function statuses(taskId: string): Promise<string> {
    return (await rooms.stored(taskId)).statuses;
  }

  /** Claims under which a deletion waits for the test right before its rows go. */
  function holdDeletion() {
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const claim: Claims['claim'] = async (...asked) => {
      const granted = await rooms.persistence.claims.claim(...asked);
      return withDeletion(granted, async (sound) => {
        begun.resolve();
        await held.promise;
        return sound();
      });
    };
    return { claims: { claim }, deleting: begun.promise, go: held.resolve };
  }
});

type Answer = Parameters<Claims['answerBy']>[0];

const NO_ANSWER: Answer = () => Promise.resolve(null);

type Deletion = ReturnType<Claim['deleteTask']>;

function withDeletion(claim: Claim | null, around: (sound: () => Deletion) => Deletion): Claim | null {
  return claim && { ...claim, deleteTask: (deletion) => around(() => claim.deleteTask(deletion)) };
}

async function refusalOf(supervisor: TaskSupervisor, taskId: string): Promise<unknown> {
  const error = await rejectionOf(supervisor.interventions.deleteTask(taskId));
  return error instanceof Error && 'code' in error ? error.code : error;
}

function untilEnded(supervisor: TaskSupervisor, taskId: string): Promise<unknown> {
  return eventually('the run to end', () => supervisor.view(taskId) === undefined);
}
