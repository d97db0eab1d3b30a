/** The client that is generated from the description of the API, against a service. What it must not take is checked by the compiler. */

import { expect } from 'chai';
import type { Client } from 'openapi-fetch';

import { openClient } from '../../examples/typed-client/client.ts';
import { followTask } from '../../examples/typed-client/follow-task.ts';
import type { paths } from '../../examples/typed-client/openapi.d.ts';
import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

describe('the typed client', () => {
  let folders: ServiceFolders;
  let database: ServiceDatabase;
  let service: ServiceProcess;
  let client: Client<paths>;

  before(async () => {
    folders = await makeServiceFolders();
    database = await openPostgres();
    service = await startServiceProcess(folders, database.settings);
    client = openClient(service.url);
  });

  after(async () => {
    await service?.end('SIGTERM');
    await database?.close();
    await folders?.remove();
  });

  it('creates a task, executes it, polls it with its ETag to its end, and reads its steps and log', async () => {
    const taskId = await create('typed', ['sleep 0.4; echo Hello', 'true']);
    const executed = await client.POST('/api/v1/init/tasks/{taskId}/execute', { params: { path: { taskId } } });
    expect(executed.data).to.include({ started: true, totalSteps: 2 });

    const { task, unchanged } = await followTask(client, taskId, 20);
    expect(task).to.include({ status: 'SUCCESS', successSteps: 2 });
    expect(unchanged).to.be.above(0);

    const steps = await client.GET('/api/v1/init/tasks/{taskId}/steps', { params: { path: { taskId } } });
    expect(steps.data?.map(({ exitCode, attempts }) => [exitCode, attempts])).to.deep.equal([
      [0, 1],
      [0, 1],
    ]);
    const step = { params: { path: { taskId, stepNo: 1 } } };
    const path = '/api/v1/init/tasks/{taskId}/steps/{stepNo}/log';
    const text = await client.GET(path, { ...step, parseAs: 'text', headers: { Accept: 'text/plain' } });
    expect(text.data).to.equal('Hello\n');
    const page = await client.GET(path, { ...step, headers: { Accept: 'application/json' } });
    expect(page.data).to.include({ content: 'Hello\n', more: false });
  });

  it('cancels a run', async () => {
    const taskId = await create('typed-cancel', ['exec sleep 60']);
    const params = { path: { taskId } };
    await client.POST('/api/v1/init/tasks/{taskId}/execute', { params });
    const { data, response } = await client.POST('/api/v1/init/tasks/{taskId}/cancel', { params });
    expect([response.status, data?.taskId]).to.deep.equal([202, taskId]);
    expect((await followTask(client, taskId, 20)).task.status).to.equal('FAILED');
  });

  it('lists all tasks page by page', async () => {
    for (const number of [1, 2, 3]) await create(`typed-list-${number}`, ['true']);
    const listed: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { limit: 2, ...(cursor && { cursor }) };
      const { data } = await client.GET('/api/v1/init/tasks', { params: { query } });
      if (!data) throw new Error('no page');
      listed.push(...data.items.map(({ taskId }) => taskId));
      cursor = data.nextCursor;
    }
    expect(listed).to.include.members(['typed-list-1', 'typed-list-2', 'typed-list-3']);
    expect(new Set(listed).size).to.equal(listed.length);
  });

  it('gives problems by their types', async () => {
    const unknown = await client.GET('/api/v1/init/tasks/{taskId}', { params: { path: { taskId: 'nobody' } } });
    expect(unknown.data).to.equal(undefined);
    expect(unknown.error).to.include({ type: '/problems/task-not-found', status: 404, taskId: 'nobody' });

    const exists = await client.POST('/api/v1/init/tasks', {
      body: { taskId: 'typed', name: 'x', steps: [{ name: 'x', script: 'true' }] },
    });
    // The compiler knows the types there are, so that a misspelt one is found.
    const isKnown = exists.error?.type === '/problems/task-exists';
    expect(isKnown).to.equal(true);
  });

  async function create(taskId: string, scripts: readonly string[]): Promise<string> {
    const steps = scripts.map((script, index) => ({ name: `Step ${index + 1}`, script }));
    const { data, response } = await client.POST('/api/v1/init/tasks', { body: { taskId, name: taskId, steps } });
    expect(response.headers.get('location')).to.equal(`/api/v1/init/tasks/${taskId}`);
    return data?.taskId ?? '';
  }
});

/** Never called: `npm run check` compiles it, and each line below a comment must be an error there. */
export async function takesNothingElse(client: Client<paths>): Promise<void> {
  // @ts-expect-error -- there is no such path
  await client.GET('/api/v1/init/jobs');
  // @ts-expect-error -- a task needs steps
  await client.POST('/api/v1/init/tasks', { body: { name: 'x' } });
  // @ts-expect-error -- the id is missing
  await client.POST('/api/v1/init/tasks/{taskId}/cancel', {});
  const { data, error } = await client.GET('/api/v1/init/tasks/{taskId}', { params: { path: { taskId: 'x' } } });
  // @ts-expect-error -- there is no such member
  expect(data?.progress).to.equal(0);
  // @ts-expect-error -- there is no such problem
  expect(error?.type === '/problems/no-such-task').to.equal(false);
}
