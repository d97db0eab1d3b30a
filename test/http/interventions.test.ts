/** What operators do to tasks that do not run, over HTTP with real runs, and against executes at the same time. */

import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { hasErrorCode } from '../../src/scripts/log-errors.ts';
import { type LiveHttp, openLiveHttp } from '../support/live-http.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { openRealRooms, type RealRooms } from '../support/real-rooms.ts';
import { openInstance } from '../support/two-instances.ts';

const ROUNDS = 100;
const AT_ONCE = 10;

describe('deleting over HTTP', () => {
  let live: LiveHttp;

  before(async () => {
    live = await openLiveHttp();
  });

  after(() => live.close());

  it('answers 204 without a body, and from then on 404', async () => {
    await live.rooms.createTask('gone', ['true']);
    const response = await live.call('/tasks/gone', { method: 'DELETE' });
    expect(response.status).to.equal(204);
    expect(await response.text()).to.equal('');
    for (const method of ['GET', 'DELETE']) expect((await live.call('/tasks/gone', { method })).status).to.equal(404);
    expect((await live.call('/tasks/gone/steps/1/log')).status).to.equal(404);
  });
});

describe('an execute and a deletion at once', () => {
  let rooms: RealRooms;
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase();
    const open = () =>
      Promise.resolve({
        connection: { url: database.url },
        query: (sql: string, values?: readonly unknown[]) => database.query(sql, values),
        close: () => database.drop(),
      });
    rooms = await openRealRooms({ open, claims: { owner: 'near:1:aa', patienceMs: 60_000, maxRunning: 100 } });
  });

  after(() => rooms.close());

  it('on one instance never start a script of a task that was deleted', async () => {
    const live = await openLiveHttp({}, rooms);
    await race(live, live, 'one');
    await live.close();
    await rooms.closeSupervisors();
  });

  it('on two instances never start a script of a task that was deleted', async () => {
    const persistence = await openInstance(database.url, 'far:2:bb');
    const near = await openLiveHttp({}, rooms);
    const supervisor = rooms.supervise({ persistence, claims: persistence.claims });
    const far = await openLiveHttp({ persistence, supervisor }, rooms);
    await race(near, far, 'two');
    await Promise.all([near.close(), far.close()]);
    await rooms.closeSupervisors();
    await persistence.close();
  });

  /** Each task has scripts that leave a line for each start. */
  async function race(executing: LiveHttp, deleting: LiveHttp, prefix: string): Promise<void> {
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS; round += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, (_, index) => round + index);
      const pairs = some.map((one) =>
        raceOne(executing, deleting, { taskId: `${prefix}-${one}`, isSwapped: one % 2 === 0 }),
      );
      for (const pair of await Promise.all(pairs)) seen.add(pair);
    }
    // Else neither was ever in the other's way.
    expect(
      [...seen].some((pair) => pair.endsWith(' 204')),
      [...seen].join(', '),
    ).to.equal(true);
    expect(seen.size, [...seen].join(', ')).to.be.greaterThan(1);
  }

  async function raceOne(
    executing: LiveHttp,
    deleting: LiveHttp,
    { taskId, isSwapped }: { readonly taskId: string; readonly isSwapped: boolean },
  ): Promise<string> {
    const witness = join(rooms.scripts.folder, taskId);
    await rooms.createTask(taskId, [`echo started >> ${witness}`, `echo started >> ${witness}`]);
    const execute = () => executing.call(`/tasks/${taskId}/execute`, { method: 'POST' });
    const remove = async () => {
      const { status } = await deleting.call(`/tasks/${taskId}`, { method: 'DELETE' });
      return { status, startedBefore: await linesOf(witness) };
    };
    const asked = isSwapped ? swap([remove(), execute()] as const) : ([execute(), remove()] as const);
    const [{ status: executed }, { status: deleted, startedBefore }] = await Promise.all(asked);
    expect(executed).to.be.oneOf([202, 404, 503]);
    expect(deleted).to.be.oneOf([204, 409, 503]);
    if (deleted !== 204) await untilDeleted(deleting, taskId);
    else expect(await linesOf(witness)).to.equal(startedBefore);
    if (executed !== 202) expect(await linesOf(witness)).to.equal(0);
    expect(await rooms.persistence.readTask(taskId)).to.equal(null);
    return `${executed} ${deleted}`;
  }
});

function swap<A, B>([one, other]: readonly [A, B]): readonly [B, A] {
  return [other, one];
}

async function linesOf(path: string): Promise<number> {
  try {
    return (await readFile(path, 'utf8')).split('\n').length - 1;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return 0;
    throw error;
  }
}

/** It may run for a moment. */
async function untilDeleted(live: LiveHttp, taskId: string): Promise<void> {
  for (;;) {
    const { status } = await live.call(`/tasks/${taskId}`, { method: 'DELETE' });
    if (status === 204) return;
    expect(status).to.be.oneOf([409, 503]);
  }
}
