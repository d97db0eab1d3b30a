/** Reading a task while its runs begin and end. */

import { expect } from 'chai';

import type { LiveView } from '../../../src/actors/runs.ts';
import type { Status } from '../../../src/domain/status.ts';
import { openTurns } from '../../../src/http/load/turns.ts';
import { openLargeReads } from '../../../src/http/load/large-reads.ts';
import type { Rooms } from '../../../src/http/rooms.ts';
import { readPage } from '../../../src/http/tasks/read-page.ts';
import { readRows, readSummary } from '../../../src/http/tasks/read-rows.ts';
import { summaryOf } from '../../../src/http/tasks/summary-of.ts';
import { holdRuns, type HeldRuns } from '../../support/held-runs.ts';
import { mask } from '../../support/mask.ts';
import { rowsOf } from '../../support/rows.ts';

/** What happens while the table is read for the first, second … time, and the status that read brings. */
type Reads = readonly { readonly status: Status; readonly meanwhile?: (runs: HeldRuns) => void }[];

const begin = (runs: HeldRuns) => void runs.views.set('t', live('RUNNING'));
const end = (runs: HeldRuns) => void runs.views.delete('t');

describe('reading a task', () => {
  const rows: readonly (readonly [title: string, reads: Reads, status: Status, active: boolean])[] = [
    ['shows what is stored where no run is', [{ status: 'FAILED' }], 'FAILED', false],
    ['shows a run that began while the row was read', [{ status: 'PENDING', meanwhile: begin }], 'RUNNING', true],
    [
      'shows the run, not the end it has stored while its slot is taken',
      [{ status: 'FAILED', meanwhile: begin }],
      'RUNNING',
      true,
    ],
    [
      'shows the end of a run that ended while the row was read',
      [{ status: 'RUNNING', meanwhile: end }, { status: 'SUCCESS' }],
      'SUCCESS',
      false,
    ],
    [
      'shows a run that began right after another one',
      [
        { status: 'RUNNING', meanwhile: end },
        { status: 'FAILED', meanwhile: begin },
      ],
      'RUNNING',
      true,
    ],
    ['shows what was interrupted as interrupted', [{ status: 'RUNNING' }, { status: 'RUNNING' }], 'RUNNING', false],
  ];

  for (const [title, reads, status, active] of rows) {
    it(title, async () => {
      const seen = await readRows(roomsOf(reads), 't');
      expect(seen.rows.task.status).to.equal(status);
      expect(seen.holder !== null).to.equal(active);
    });

    it(`${title}, with its counts too`, async () => {
      const { rows: seen, holder } = await readSummary(roomsOf(reads), 't');
      expect(seen).to.deep.include({ totalSteps: 2, successSteps: 1 });
      expect(seen.task.status).to.equal(status);
      expect(holder !== null).to.equal(active);
    });

    it(`${title}, in a list too`, async () => {
      const { items } = await readPage(roomsOf(reads), {
        status: null,
        prefix: null,
        active: null,
        limit: 1,
        after: null,
      });
      expect(items[0]).to.include({ status, active });
    });
  }

  it('leaves tasks out of a list of a status they have no longer', async () => {
    const rooms = roomsOf([{ status: 'FAILED', meanwhile: begin }]);
    expect(
      await readPage(rooms, { status: 'FAILED', prefix: null, active: null, limit: 1, after: null }),
    ).to.deep.equal({ items: [], next: null });
  });

  it('does not ask the database for a task that runs here', async () => {
    const rooms = roomsOf([]);
    begin(rooms.supervisor);
    expect((await readRows(rooms, 't')).rows.task.status).to.equal('RUNNING');
  });
});

function roomsOf(reads: Reads): Pick<Rooms, 'persistence' | 'largeReads' | 'mask' | 'turn'> & { supervisor: HeldRuns } {
  const supervisor = holdRuns();
  const left = [...reads];
  const readTask = async () => {
    const read = left.shift();
    if (!read) throw new Error('one read too many');
    read.meanwhile?.(supervisor);
    return rowsOf(read.status, ['SUCCESS', 'PENDING']);
  };
  const listTasks = async () => ({
    items: [{ task: (await readTask()).task, totalSteps: 2, successSteps: 1 }],
    next: null,
    owners: null,
  });
  const claims = { findOwners: async () => new Map<string, string>() };
  const readTasks = async () => new Map([['t', (await readTask()).task]]);
  const persistence = {
    readTask,
    readSmallTask: readTask,
    readStep: readTask,
    readSummary: async () => summaryOf(await readTask()),
    readTasks,
    listTasks,
    createTask: readTask,
    ping: async () => true,
    claims,
  };
  return { supervisor, persistence, largeReads: openLargeReads(), mask, turn: openTurns() };
}

function live(status: Status): LiveView {
  return { rows: rowsOf(status, ['SUCCESS', 'RUNNING']), owner: 'here:1:a', note: null };
}
