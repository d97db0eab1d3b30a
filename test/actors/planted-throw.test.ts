import { expect } from 'chai';

import type { Exit } from '../../src/domain/outcome.ts';
import { eventually } from '../support/eventually.ts';
import { livingProcesses } from '../support/living-processes.ts';
import { openRealRooms, type RealRooms } from '../support/real-rooms.ts';

describe('a throw in an actor (F14)', () => {
  let rooms: RealRooms;

  before(async () => {
    rooms = await openRealRooms();
  });

  afterEach(() => rooms.closeSupervisors());

  after(() => rooms.close());

  it('ends only that task, FAILED by an internal error; the others run on', async () => {
    for (const taskId of ['struck', 'beside']) await rooms.createTask(taskId, ['sleep 1', 'true']);
    const start: RealRooms['scripts']['scripts']['start'] = async (attempt) => {
      const script = await rooms.scripts.scripts.start(attempt);
      if (attempt.taskId !== 'struck') return script;
      // No guard expects this: it throws in the middle of a transition, while the script lives on.
      return { ...script, exit: Promise.resolve(null as unknown as Exit) };
    };
    const supervisor = rooms.supervise({ scripts: { start } });
    for (const taskId of ['beside', 'struck']) await supervisor.execute(taskId, 'ann');
    await eventually('both runs to end', () => supervisor.figures().active === 0);
    const { statuses, message } = await rooms.stored('struck');
    expect(statuses).to.equal('FAILED FAILED PENDING');
    expect(message).to.match(/internal error/);
    expect(livingProcesses('TASK_ID=struck\0')).to.deep.equal([]);
    expect((await rooms.stored('beside')).statuses).to.equal('SUCCESS SUCCESS SUCCESS');
    expect(supervisor.figures().runs).to.include({ broken: 1, succeeded: 1 });
  });

  it('that rejects an effect in the background ends neither the process nor another run', async () => {
    for (const taskId of ['rejecting', 'next to it']) await rooms.createTask(taskId, ['true']);
    const start: RealRooms['scripts']['scripts']['start'] = (attempt) =>
      attempt.taskId === 'rejecting' ? Promise.reject(new Error('planted')) : rooms.scripts.scripts.start(attempt);
    const supervisor = rooms.supervise({ scripts: { start } });
    for (const taskId of ['rejecting', 'next to it']) await supervisor.execute(taskId, 'ann');
    await eventually('both runs to end', () => supervisor.figures().active === 0);
    expect((await rooms.stored('rejecting')).message).to.match(/^step 1 of 1 \(step-1\): planted/);
    expect((await rooms.stored('next to it')).statuses).to.equal('SUCCESS SUCCESS');
  });
});
