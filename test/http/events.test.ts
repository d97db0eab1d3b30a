/** The events of a task over HTTP, by real runs: what happens is told as it happens, in order, and once. */

import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { TakenTransition } from '../../src/domain/run-progress.ts';
import { type StepAnswer, stepSchema, type TaskAnswer, taskSchema } from '../../src/http/schemas/answers.ts';
import { type EventClient, readEvents, type ReceivedEvent } from '../support/event-client.ts';
import { eventually } from '../support/eventually.ts';
import { problemOf } from '../support/http-service.ts';
import { type LiveHttp, openLiveHttp } from '../support/live-http.ts';
import { rejectionOf } from '../support/rejection-of.ts';

describe('the events of a task over HTTP', () => {
  let live: LiveHttp;
  let elsewhere: LiveHttp;
  let count = 0;
  let taskId: string;

  before(async () => {
    live = await openLiveHttp();
    elsewhere = await openLiveHttp({}, live.rooms);
  });

  beforeEach(() => {
    taskId = `task ${(count += 1)}`;
  });

  after(async () => {
    await elsewhere.close();
    await live.close();
  });

  /** A script that runs until goOn() is called. */
  const waiting = () => `until [ -e 'go-${taskId}' ]; do sleep 0.05; done`;
  const goFile = () => join(live.rooms.scripts.scriptsDir, `go-${taskId}`);
  const goOn = () => writeFile(goFile(), '');

  function follow(lastEventId?: string, at = live): Promise<EventClient<EventData>> {
    return readEvents(`${at.base}/tasks/${encodeURIComponent(taskId)}/events`, lastEventId);
  }

  async function begin(...scripts: readonly string[]): Promise<void> {
    await live.rooms.createTask(taskId, scripts);
    await live.supervisor.execute(taskId, 'ann');
  }

  const untilEnded = () => eventually('the run to end', () => live.supervisor.view(taskId) === undefined);

  it('begin with the task and its steps as the API shows them', async () => {
    await begin(waiting(), 'true');
    const client = await follow();
    const { event, data } = await client.until('snapshot');
    expect(client.events.map((one) => one.event).indexOf(event)).to.equal(0);
    expect(taskSchema.parse(data.task)).to.include({ taskId, status: 'RUNNING', active: true, owner: 'test:1:0' });
    expect(data.steps?.map((step) => stepSchema.parse(step).stepNo)).to.deep.equal([1, 2]);
    expect(data).to.deep.include({ source: 'live' });
    expect(data.run).to.include({ by: 'ann', firstStep: 1 });
    await goOn();
    await client.untilOver();
  });

  it('tell each change of a step and of the task, the transitions that led there, and the end, and then end', async () => {
    await begin(waiting(), 'exit 3');
    const client = await follow();
    await client.until('snapshot');
    await goOn();
    const events = await client.untilOver();
    const steps = events.filter(({ event }) => event === 'step').flatMap(({ data }) => data.step ?? []);
    expect(steps.map(({ stepNo, status }) => `${stepNo} ${status}`).slice(-3)).to.deep.equal([
      '1 SUCCESS',
      '2 RUNNING',
      '2 FAILED',
    ]);
    const reasons = events.filter(({ event }) => event === 'transition').map(({ data }) => data.transition?.why);
    expect(reasons).to.include.members(['step 1 ended with exit code 0', 'step 2 ended with exit code 3']);
    expect(names(events).slice(-2)).to.deep.equal(['task', 'end']);
    expect(events.at(-2)?.data.task).to.include({ status: 'FAILED', active: false });
    expect(events.at(-1)?.data).to.deep.include({ end: 'failed', why: 'step 2 of 2 (step-2): exit code 3' });
  });

  it('agree with what any reader is shown in that moment, and at the end the task can be executed again', async () => {
    await begin(waiting());
    const client = await follow();
    await client.until('snapshot');
    await goOn();
    const { data } = await client.until('end');
    const shown = await live.call(`/tasks/${encodeURIComponent(taskId)}`);
    expect(await shown.json()).to.deep.equal(data.task);
    expect((await live.supervisor.execute(taskId, 'ann')).state).to.equal('succeeded');
  });

  it('are the same for two readers, and numbered without a gap', async () => {
    await begin(waiting(), 'true');
    const [first, second] = [await follow(), await follow()];
    await first.until('snapshot');
    const { id: begun } = await second.until('snapshot');
    await goOn();
    const [earlier, later] = [await first.untilOver(), await second.untilOver()];
    // The one that came first may have been told more.
    const since = earlier.findLastIndex(({ id }) => id === begun);
    expect(earlier.slice(since + 1)).to.deep.equal(later.slice(1));
    const numbers = earlier.slice(0, -1).map(({ id }) => Number(id?.split(':')[1]));
    expect(numbers).to.deep.equal(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  });

  it('go on where a reader broke off, without a snapshot', async () => {
    await begin(waiting(), `rm 'go-${taskId}'; ${waiting()}`);
    const client = await follow();
    const { id } = await client.until('snapshot');
    client.leave();
    await goOn();
    await eventually('the second step', () => live.supervisor.view(taskId)?.rows.steps[1]?.status === 'RUNNING');
    const again = await follow(id ?? '');
    await eventually('what was missed', () => again.events.some(({ data }) => data.step?.status === 'SUCCESS'));
    expect(names(again.events)).to.include('transition').and.to.not.include('snapshot');
    await eventually('the second step to wait', () => !existsSync(goFile()));
    await goOn();
    await again.untilOver();
  });

  for (const id of ['nonsense', 'table', '0199a000-0000-7000-8000-000000000000:3', '9'.repeat(500)]) {
    it(`begin with a snapshot for who comes with the id ${id.slice(0, 40)}`, async () => {
      await begin(waiting());
      const client = await follow(id);
      await client.until('snapshot');
      client.leave();
      await goOn();
      await untilEnded();
    });
  }

  it('tell who has had the end that there is no need to come back, unless another run goes on', async () => {
    await begin(`${waiting()}; exit 1`);
    const client = await follow();
    await goOn();
    const { id } = await client.until('end');
    await client.untilOver();
    expect((await follow(id ?? '')).response.status).to.equal(204);
    await rm(goFile());
    await live.supervisor.execute(taskId, 'ann');
    const next = await follow(id ?? '');
    await next.until('snapshot');
    await goOn();
    await next.until('end');
  });

  it('wait where nothing runs, and tell when a run begins', async () => {
    await live.rooms.createTask(taskId, ['true']);
    const client = await follow();
    expect((await client.until('snapshot')).data).to.deep.include({ source: 'table', run: null });
    await live.supervisor.execute(taskId, 'ann');
    const events = await client.untilOver();
    expect(events.find(({ event }) => event === 'transition')?.data.transition).to.include({
      from: 'claiming',
      to: 'loading',
    });
    expect(events.at(-1)?.data).to.include({ end: 'succeeded', why: null });
  });

  it('are told by the rows where the task runs elsewhere', async () => {
    await begin(waiting(), 'exit 3');
    const client = await follow(undefined, elsewhere);
    await client.until('snapshot');
    await goOn();
    const events = await client.untilOver();
    expect(new Set(events.map(({ data }) => data.source))).to.deep.equal(new Set(['table']));
    expect(names(events)).to.not.include('transition');
    expect(events.findLast(({ event }) => event === 'step')?.data.step).to.include({ status: 'FAILED' });
    expect(events.at(-1)?.data).to.deep.include({ end: 'failed', why: 'step 2 of 2 (step-2): exit code 3' });
  });

  it('end where the task is deleted', async () => {
    await live.rooms.createTask(taskId, ['true']);
    const client = await follow();
    await client.until('snapshot');
    await live.rooms.query('delete from tms_init_task_step where task_id = $1', [taskId]);
    await live.rooms.query('delete from tms_init_task where task_id = $1', [taskId]);
    expect((await client.untilOver()).at(-1)).to.deep.include({
      event: 'end',
      data: { source: 'table', end: 'deleted', taskId },
    });
  });

  it('are refused for a task that is not there, and in any other form', async () => {
    expect(await problemOf(await live.call(`/tasks/unknown/events`))).to.include({ code: 'task-not-found' });
    await live.rooms.createTask(taskId, ['true']);
    const path = `/tasks/${encodeURIComponent(taskId)}/events`;
    const json = await live.call(path, { headers: { Accept: 'application/json' } });
    expect(await problemOf(json)).to.include({ code: 'not-acceptable' });
    const head = await live.call(path, { method: 'HEAD' });
    expect(head.status).to.equal(200);
    expect(head.headers.get('content-type')).to.match(/^text\/event-stream/);
  });

  it('have places, and give them back', async () => {
    await live.rooms.createTask(taskId, ['true']);
    const clients = await Promise.all(Array.from({ length: 20 }, () => follow()));
    const path = `/tasks/${encodeURIComponent(taskId)}/events`;
    expect(await problemOf(await live.call(path))).to.include({ status: 503, code: 'too-many-streams' });
    for (const client of clients) client.leave();
    await eventually('a place', async () => {
      const client = await follow();
      client.leave();
      return client.response.status === 200;
    });
  });

  it('end when the service does, which then closes at once and takes no more of them', async () => {
    const closing = await openLiveHttp({}, live.rooms);
    await live.rooms.createTask(taskId, ['true']);
    const client = await follow(undefined, closing);
    await client.until('snapshot');
    closing.eventStreams.close();
    expect(names(await client.untilOver())).to.deep.equal(['snapshot']);
    expect(await problemOf(await closing.call(`/tasks/${encodeURIComponent(taskId)}/events`))).to.include({
      code: 'shutting-down',
    });
    await closing.close();
    expect(await rejectionOf(follow(undefined, closing))).to.be.instanceOf(TypeError);
  });
});

/** What the events of a task hold, each a part of it. */
interface EventData {
  readonly source: string;
  readonly run?: { readonly by: string; readonly firstStep: number } | string | null;
  readonly task?: TaskAnswer;
  readonly step?: StepAnswer;
  readonly steps?: readonly StepAnswer[];
  readonly transition?: TakenTransition;
  readonly end?: string;
  readonly why?: string | null;
}

function names(events: readonly ReceivedEvent<unknown>[]): readonly string[] {
  return events.map(({ event }) => event);
}
