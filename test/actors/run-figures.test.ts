import { expect } from 'chai';

import type { Distribution } from '../../src/platform/histogram.ts';
import { eventually } from '../support/eventually.ts';
import { openRealRooms, type RealRooms } from '../support/real-rooms.ts';
import { rejectionOf } from '../support/rejection-of.ts';

describe('the figures of the supervisor', () => {
  let rooms: RealRooms;

  before(async () => {
    rooms = await openRealRooms();
  });

  afterEach(() => rooms.closeSupervisors());

  after(() => rooms.close());

  it('count runs by their end and steps by what they became', async () => {
    await rooms.createTask('good', ['true', 'true']);
    await rooms.createTask('bad', ['true', 'exit 1', 'true']);
    const supervisor = rooms.supervise();
    expect(supervisor.figures()).to.include({ residueFound: null, active: 0, waiting: 0 });
    for (const taskId of ['good', 'bad']) {
      await supervisor.execute(taskId, 'ann');
      await eventually(`the run of ${taskId} to end`, () => supervisor.figures().active === 0);
    }
    await supervisor.execute('good', 'ann');
    await rejectionOf(supervisor.execute('unknown', 'ann'));
    const { runs, steps } = supervisor.figures();
    expect(runs).to.deep.equal({ succeeded: 1, failed: 1, alreadySucceeded: 1, refused: 1, abandoned: 0, broken: 0 });
    expect(steps).to.deep.equal({ SUCCESS: 3, FAILED: 1 });
    const { runSeconds, stepSeconds, storeSeconds } = supervisor.figures();
    expect([count(runSeconds.succeeded), count(runSeconds.refused), count(runSeconds.broken)]).to.deep.equal([1, 1, 0]);
    expect([count(stepSeconds.SUCCESS), count(stepSeconds.FAILED)]).to.deep.equal([3, 1]);
    expect(stepSeconds.SUCCESS.sum).to.be.within(0.0001, 30);
    // Of each run: accepted, the first step begun, and its steps ended.
    expect(count(storeSeconds)).to.equal(4 + 4);
  });

  it('show how many runs hold an outcome that could not be stored yet', async () => {
    await rooms.createTask('waiting', ['true']);
    let isAway = true;
    const storeUnit: RealRooms['persistence']['storeUnit'] = async (unit) => {
      if (isAway) throw new Error('the database is away');
      return rooms.persistence.storeUnit(unit);
    };
    const supervisor = rooms.supervise({ persistence: { storeUnit } });
    await supervisor.execute('waiting', 'ann');
    await eventually('an outcome to wait', () => supervisor.figures().waiting === 1);
    expect(supervisor.figures()).to.deep.include({ active: 1, steps: { SUCCESS: 0, FAILED: 0 } });
    const { sum: before } = supervisor.figures().storeSeconds;
    isAway = false;
    await eventually('the outcome to be stored', () => supervisor.figures().waiting === 0);
    await eventually('the run to end', () => supervisor.figures().runs.succeeded === 1);
    // It waited for as long as it was away, with at least one pause of a tenth of a second or so.
    expect(supervisor.figures().storeSeconds.sum - before).to.be.above(0.05);
  });
});

function count({ counts }: Distribution): number {
  return counts.reduce((sum, each) => sum + each, 0);
}
