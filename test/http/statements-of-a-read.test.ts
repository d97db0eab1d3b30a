/** What a read costs in statements and in texts made: nothing where the task runs here and is as it was. */

import { expect } from 'chai';

import { countCalls } from '../support/count-calls.ts';
import { countStatements, type StatementCount } from '../support/count-statements.ts';
import { eventually } from '../support/eventually.ts';
import { type LiveHttp, openLiveHttp } from '../support/live-http.ts';

const READS = ['', '/steps', '/steps/1'] as const;

describe('a read over HTTP', () => {
  let live: LiveHttp;
  let statements: StatementCount;

  before(async () => {
    live = await openLiveHttp();
    const { rooms, supervisor } = live;
    await rooms.createTask('ended', ['true']);
    await rooms.createTask('running', ['sleep 600', 'true']);
    await rooms.createTask('pending', ['true']);
    await supervisor.execute('ended', 'somebody');
    await eventually('the end of a run', () => supervisor.view('ended') === undefined);
    await supervisor.execute('running', 'somebody');
    await eventually('a step to run', () => supervisor.view('running')?.rows.steps[0]?.status === 'RUNNING');
  });

  beforeEach(() => {
    statements = countStatements();
  });

  afterEach(() => statements.stop());

  after(() => live.close());

  for (const path of READS) {
    it(`of /tasks/{taskId}${path} takes no statement where the task runs here, and one of any other`, async () => {
      const counts: number[] = [];
      for (const taskId of ['running', 'ended', 'pending']) {
        const before = statements.sent.length;
        const response = await live.call(`/tasks/${taskId}${path}`);
        await response.text();
        counts.push(response.status, statements.sent.length - before);
      }
      expect(counts).to.deep.equal([200, 0, 200, 1, 200, 1]);
    });
  }

  it('that finds nothing new takes no statement either where the task runs here', async () => {
    const first = await live.call('/tasks/running/steps');
    const again = await live.call('/tasks/running/steps', {
      headers: { 'If-None-Match': String(first.headers.get('etag')) },
    });
    expect([again.status, statements.sent.length]).to.deep.equal([304, 0]);
  });

  for (const path of ['', '/steps']) {
    it(`of /tasks/{taskId}${path} makes no text where the task runs here and is as it was`, async () => {
      const first = await live.call(`/tasks/running${path}`);
      const headers = { 'If-None-Match': String(first.headers.get('etag')) };
      const texts = countCalls(JSON, 'stringify');
      try {
        const polls = [await live.call(`/tasks/running${path}`), await live.call(`/tasks/running${path}`, { headers })];
        expect([...polls.map(({ status }) => status), texts.count()]).to.deep.equal([200, 304, 0]);
        expect(await polls[0]?.text()).to.equal(await first.text());
      } finally {
        texts.stop();
      }
    });
  }

  it('of a page of tasks takes one statement, however many of them run here', async () => {
    const response = await live.call('/tasks');
    expect([response.status, statements.sent.length]).to.deep.equal([200, 1]);
  });
});
