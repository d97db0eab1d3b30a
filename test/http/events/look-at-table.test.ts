/** What is read again and again of tasks that are followed and do not run here: their rows, seldom their steps. */

import { expect } from 'chai';

import type { TaskSize } from '../../../src/persistence/read-task.ts';
import { Refusal } from '../../../src/domain/refusal.ts';
import { type EventClient, readEvents } from '../../support/event-client.ts';
import { eventually } from '../../support/eventually.ts';
import { type LiveHttp, openLiveHttp } from '../../support/live-http.ts';
import { openRealRooms, type RealRooms } from '../../support/real-rooms.ts';

describe('looking at the table for followers', () => {
  let rooms: RealRooms;
  let live: LiveHttp;
  let looks: string[][];
  let reads: string[];
  let isAway: boolean;
  /** That of a large task. */
  let largeRead: PromiseWithResolvers<void>;

  before(async () => {
    rooms = await openRealRooms();
    const { persistence } = rooms;
    const counted = {
      ...persistence,
      async readSmallTask(taskId: string, most: TaskSize) {
        reads.push(taskId);
        return persistence.readSmallTask(taskId, most);
      },
      async readTask(taskId: string) {
        await largeRead.promise;
        return persistence.readTask(taskId);
      },
      readTasks(taskIds: readonly string[]) {
        looks.push([...taskIds]);
        if (isAway) return Promise.reject(new Refusal('database-unavailable', 'held away by the test'));
        return persistence.readTasks(taskIds);
      },
    };
    live = await openLiveHttp({ persistence: counted }, rooms);
  });

  beforeEach(() => {
    [looks, reads, isAway] = [[], [], false];
    largeRead = Promise.withResolvers();
    largeRead.resolve();
  });

  after(async () => {
    await live.close();
    await rooms.closeSupervisors();
    await rooms.close();
  });

  async function follow(...taskIds: readonly string[]): Promise<EventClient<unknown>[]> {
    for (const taskId of taskIds) await rooms.createTask(taskId, ['true', 'true']);
    const clients = await Promise.all(taskIds.map((taskId) => readEvents(`${live.base}/tasks/${taskId}/events`)));
    for (const client of clients) await client.until('snapshot');
    [looks, reads] = [[], []];
    return clients;
  }

  const someLooks = () => eventually('some looks', () => looks.length >= 5);

  it('asks for all of them at once, and for no steps while nothing changes', async () => {
    const clients = await follow('quiet-1', 'quiet-2', 'quiet-3');
    await someLooks();
    for (const asked of looks) expect(asked).to.have.members(['quiet-1', 'quiet-2', 'quiet-3']);
    expect(reads).to.deep.equal([]);
    for (const client of clients) client.leave();
  });

  it('reads the one task whose row changed', async () => {
    const [quiet, changed] = await follow('still', 'changed');
    await rooms.query(`update tms_init_task set status = 'FAILED', message = 'by hand' where task_id = 'changed'`, []);
    await changed?.until('end');
    expect(reads).to.deep.equal(['changed']);
    quiet?.leave();
  });

  it('reads a task that is RUNNING each time, since steps change without their task', async () => {
    const [client] = await follow('running');
    await rooms.query(`update tms_init_task set status = 'RUNNING' where task_id = 'running'`, []);
    await client?.until('task');
    await rooms.query(`update tms_init_task_step set status = 'SUCCESS' where task_id = 'running' and step_no = 2`, []);
    await client?.until('step');
    client?.leave();
  });

  it('goes on once a database that was away is back', async () => {
    const [client] = await follow('back');
    isAway = true;
    await rooms.query(`update tms_init_task set status = 'FAILED' where task_id = 'back'`, []);
    looks = [];
    await someLooks();
    expect(reads).to.deep.equal([]);
    isAway = false;
    await client?.until('end');
  });

  it('tells of a small task while a large one is being read', async () => {
    const [small] = await follow('small');
    await rooms.createTask(
      'large',
      Array.from({ length: 501 }, () => 'true'),
    );
    const large = await readEvents(`${live.base}/tasks/large/events`);
    await large.until('snapshot');
    largeRead = Promise.withResolvers();
    await rooms.query(`update tms_init_task set status = 'FAILED' where task_id = 'large'`, []);
    await eventually('the large one to be read', () => reads.includes('large'));
    await rooms.query(`update tms_init_task set status = 'FAILED' where task_id = 'small'`, []);
    await small?.until('end');
    largeRead.resolve();
    await large.until('end');
  });

  it('stops where nobody follows any more', async () => {
    const [client] = await follow('left');
    client?.leave();
    await eventually('the last look', async () => {
      looks = [];
      await new Promise((resolve) => setTimeout(resolve, 200));
      return looks.length === 0;
    });
    const [next] = await follow('came');
    await someLooks();
    next?.leave();
  });
});
