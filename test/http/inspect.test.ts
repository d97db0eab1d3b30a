/** The inspection messages of real runs, as the Stately inspector receives them: by its own types and its own receiver. */

import { createBrowserReceiver, type StatelyInspectionEvent } from '@statelyai/inspect';
import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { InspectionMessage } from '../../src/actors/progress/inspection-message.ts';
import { readEvents } from '../support/event-client.ts';
import { eventually } from '../support/eventually.ts';
import { problemOf } from '../support/http-service.ts';
import { type LiveHttp, openLiveHttp } from '../support/live-http.ts';

describe('the statecharts of runs, inspected over HTTP', function () {
  let live: LiveHttp;

  before(async () => {
    live = await openLiveHttp();
    for (const taskId of ['seen', 'beside', 'early']) await live.rooms.createTask(taskId, ['echo a secret', 'true']);
    await live.rooms.createTask('waits', ['until [ -e go ]; do sleep 0.05; done']);
  });

  after(() => live.close());

  const inspect = (query = '') => readEvents<InspectionMessage>(`${live.base}/inspect${query}`);

  async function run(...taskIds: readonly string[]): Promise<void> {
    for (const taskId of taskIds) await live.supervisor.execute(taskId, 'ann');
    await eventually('the runs to end', () => live.supervisor.figures().active === 0);
  }

  it('tell of each actor, each event and each snapshot up to the end of a run', async () => {
    const client = await inspect('?taskId=seen');
    await run('beside', 'seen');
    const messages = await eventually('the last snapshot', () => {
      const told = client.events.map(({ data }) => data);
      return (
        told.some((message) => message.type === '@xstate.snapshot' && message.snapshot.value === 'succeeded') && told
      );
    });
    client.leave();
    const [root] = messages;
    expect(root).to.include({ type: '@xstate.actor', name: 'seen', sessionId: root?.rootId });
    expect(new Set(messages.map(({ rootId }) => rootId))).to.deep.equal(new Set([root?.rootId]));
    const actors = messages.flatMap((message) => (message.type === '@xstate.actor' ? [message] : []));
    expect(JSON.parse(actors[0]?.definition ?? '').states).to.include.keys('claiming', 'executing', 'succeeded');
    expect(actors.map(({ name }) => name)).to.include.members(['load', 'script', 'record']);
    expect(actors.slice(1).every(({ parentId }) => parentId === root?.rootId)).to.equal(true);
    expect(
      messages.some((one) => one.type === '@xstate.event' && one.event.type === 'xstate.done.actor.script'),
    ).to.equal(true);
    expect(JSON.stringify(messages)).not.to.match(/a secret|echo|"seed"/);
  });

  it('reach the receiver of the inspector whole, every one of them', async () => {
    const client = await inspect();
    await run('early');
    const told = await eventually('all messages', () => {
      const messages = client.events.map(({ data }) => data);
      return messages.some((one) => one.type === '@xstate.snapshot' && one.snapshot.value === 'succeeded') && messages;
    });
    client.leave();
    const window = new EventTarget();
    const received: StatelyInspectionEvent[] = [];
    createBrowserReceiver({ window: window as never }).subscribe((event) => void received.push(event));
    for (const data of told) window.dispatchEvent(new MessageEvent('message', { data }));
    expect(received).to.deep.equal(told);
  });

  it('begin with the runs that there are', async () => {
    await live.supervisor.execute('waits', 'ann');
    await eventually('the script to run', () => live.supervisor.view('waits')?.rows.steps[0]?.status === 'RUNNING');
    const client = await inspect();
    const first = await eventually('a message', () => client.events[0]?.data);
    expect(first).to.include({ type: '@xstate.actor', name: 'waits' });
    client.leave();
    await writeFile(join(live.rooms.scripts.scriptsDir, 'go'), '');
    await eventually('the run to end', () => live.supervisor.figures().active === 0);
  });

  it('are refused in any other form, and for what is no task id', async () => {
    const json = await live.call('/inspect', { headers: { Accept: 'application/json' } });
    expect(await problemOf(json)).to.include({ code: 'not-acceptable' });
    expect(await problemOf(await live.call('/inspect?taskId=a%2Fb'))).to.include({ code: 'invalid-query' });
    expect((await live.call('/inspect', { method: 'HEAD' })).status).to.equal(200);
  });
});

/** The messages have the types that the inspector declares for its own. */
export const asInspectorEvent = (message: InspectionMessage): StatelyInspectionEvent => message;
