/** How many statements a run costs: each is a round trip, and each write waits for the disk. */

import { expect } from 'chai';

import type { Unit } from '../../src/domain/unit.ts';
import { openEmbedded } from '../support/both-databases.ts';
import { countStatements, type StatementCount, type StatementKind } from '../support/count-statements.ts';
import { eventually } from '../support/eventually.ts';
import { AT, taskChange } from '../support/open-database.ts';
import { openRealRooms, type RealRooms, type RealRoomsOptions } from '../support/real-rooms.ts';

const STEPS = 5;

/** The task as RUNNING, the first step as RUNNING; then each step's end with the next one's start, or with the task's end. */
const WRITES: readonly StatementKind[] = ['write', 'write', ...Array<'write'>(STEPS).fill('write')];

const OWNER = { owner: 'here:1:a', patienceMs: 60_000, maxRunning: 100 };

const WAYS: readonly (readonly [string, RealRoomsOptions, readonly StatementKind[]])[] = [
  ['with CLAIMS=advisory', { claims: OWNER }, ['claim', 'read', ...WRITES, 'release']],
  ['with CLAIMS=process', {}, ['read', ...WRITES]],
  ['on the embedded database', { open: openEmbedded }, ['read', ...WRITES]],
];

for (const [way, options, expected] of WAYS) {
  describe(`a run of ${STEPS} steps ${way}`, () => {
    let rooms: RealRooms;
    let statements: StatementCount;
    const others = Array.from({ length: 64 }, (_, n) => `other ${n}`);

    before(async () => {
      rooms = await openRealRooms(options);
      await rooms.createTask('a task', Array<string>(STEPS).fill('true'));
      await Promise.all(others.map((taskId) => rooms.createTask(taskId, ['true'])));
    });

    beforeEach(() => {
      statements = countStatements();
    });

    afterEach(() => statements.stop());

    after(async () => {
      await rooms.closeSupervisors();
      await rooms.close();
    });

    it(`takes ${expected.length} statements, ${WRITES.length} of them commits`, async () => {
      const supervisor = rooms.supervise();
      await supervisor.execute('a task', 'somebody');
      await eventually('the end of the run', () => supervisor.view('a task') === undefined);
      expect(statements.sent).to.deep.equal(expected);
    });

    it('shares its commits with others that come at once: 64 of them take one', async () => {
      const verdicts = await Promise.all(others.map((taskId) => rooms.persistence.storeUnit(unitOf(taskId))));
      expect(new Set(verdicts)).to.deep.equal(new Set(['stored']));
      expect(statements.sent).to.deep.equal(['write']);
    });
  });
}

function unitOf(taskId: string): Unit {
  return { taskId, at: AT, steps: [], task: taskChange('PENDING', { status: 'PENDING', message: 'changed' }) };
}
