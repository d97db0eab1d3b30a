/** What followers of a task are told of its runs here, by real runs. */

import { expect } from 'chai';

import type { RunFollower } from '../../../src/actors/progress/follow-runs.ts';
import type { TaskSupervisor } from '../../../src/actors/supervisor.ts';
import { eventually } from '../../support/eventually.ts';
import { recordEvents } from '../../support/logged-events.ts';
import { openRealRooms, type RealRooms } from '../../support/real-rooms.ts';
import { rejectionOf } from '../../support/rejection-of.ts';

describe('whoever follows the runs of a task', function () {
  let rooms: RealRooms;

  before(async () => {
    rooms = await openRealRooms();
  });

  afterEach(() => rooms.closeSupervisors());

  after(() => rooms.close());

  it('is told who began it, each transition with what was stored, and how it ended once its slot is free', async () => {
    await rooms.createTask('followed', ['true', 'exit 3']);
    const supervisor = rooms.supervise();
    const told = follow(supervisor, 'followed');
    await supervisor.execute('followed', 'ann');
    await eventually('the end', () => told.at(-1)?.startsWith('ended'));
    expect(told.filter((line) => !line.startsWith('taken'))).to.deep.equal([
      'begun by ann at step 1 for test:1:0 1.2.3, claiming',
      'ended failed, step 2 of 2 (step-2): exit code 3, active 0',
    ]);
    expect(told.filter((line) => line.startsWith('taken stored: step'))).to.deep.equal([
      'taken stored: step 1 is RUNNING',
      'taken stored: step 1 is SUCCESS, step 2 is RUNNING',
      'taken stored: step 2 is FAILED, the task is FAILED',
    ]);
  });

  it('is told at once of a run that there is already, and nothing more once it has left', async () => {
    await rooms.createTask('late', ['sleep 30']);
    const supervisor = rooms.supervise();
    await supervisor.execute('late', 'ann');
    await eventually('the script to run', () => follow(supervisor, 'late')[0]?.endsWith('executing.running.stepping'));
    const told: string[] = [];
    const leave = supervisor.follow('late', writeDown(supervisor, told));
    leave();
    await supervisor.cancel('late', 'bob');
    await eventually('the run to end', () => supervisor.figures().active === 0);
    expect(told).to.have.length(1);
  });

  it('is told nothing of runs that were refused or had nothing to store', async () => {
    await rooms.createTask('done', ['true']);
    const supervisor = rooms.supervise();
    await supervisor.execute('done', 'ann');
    await eventually('the run to end', () => supervisor.figures().active === 0);
    const told = [follow(supervisor, 'done'), follow(supervisor, 'unknown')];
    await supervisor.execute('done', 'ann');
    await rejectionOf(supervisor.execute('unknown', 'ann'));
    expect(told).to.deep.equal([[], []]);
  });

  it('cannot harm a run by what it throws', async () => {
    await rooms.createTask('unharmed', ['true']);
    const { logger, events } = recordEvents();
    const supervisor = rooms.supervise({ logger });
    supervisor.follow('unharmed', { begun: fault, taken: fault, ended: fault });
    await supervisor.execute('unharmed', 'ann');
    await eventually('the run to end', () => supervisor.figures().active === 0);
    expect((await rooms.stored('unharmed')).statuses).to.equal('SUCCESS SUCCESS');
    expect(events.filter(({ event }) => event === 'progress.broken')).to.have.length(1);
  });
});

function follow(supervisor: TaskSupervisor, taskId: string): readonly string[] {
  const told: string[] = [];
  supervisor.follow(taskId, writeDown(supervisor, told));
  return told;
}

function writeDown(supervisor: TaskSupervisor, told: string[]): RunFollower {
  return {
    begun: ({ by, firstStep, owner, version }, state) =>
      told.push(`begun by ${by} at step ${firstStep} for ${owner} ${version}, ${state}`),
    taken: ({ why }) => told.push(`taken ${why}`),
    ended: ({ end, why }) => told.push(`ended ${end}, ${why}, active ${supervisor.figures().active}`),
  };
}

function fault(): never {
  throw new Error('planted');
}
