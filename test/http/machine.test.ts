/** The statechart over HTTP. */

import { createHash } from 'node:crypto';

import { expect } from 'chai';

import type { Status } from '../../src/domain/status.ts';
import { NOTATION_NAMES } from '../../src/http/machine/notations.ts';
import { READERS } from '../support/chart-readers/readers.ts';
import { readXml } from '../support/chart-readers/xml.ts';
import { type HttpService, openHttpService, post, problemOf } from '../support/http-service.ts';

const STEPPING = ['run', 'run.executing', 'run.executing.running', 'run.executing.running.stepping'];

const CONTENT_TYPES = {
  graph: 'application/json; charset=utf-8',
  xstate: 'application/json; charset=utf-8',
  'xstate-js': 'text/javascript; charset=utf-8',
  mermaid: 'text/vnd.mermaid; charset=utf-8',
  scxml: 'application/scxml+xml; charset=utf-8',
  plantuml: 'text/plain; charset=utf-8',
  dot: 'text/vnd.graphviz; charset=utf-8',
  smcat: 'application/json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

describe('the statechart over HTTP', () => {
  let service: HttpService;

  before(async () => {
    service = await openHttpService();
  });

  after(() => service.close());

  async function createTask(taskId: string, status: Status = 'PENDING'): Promise<void> {
    await service.call('/tasks', post({ taskId, name: taskId, steps: [{ name: 'x', script: ':' }] }));
    await service.database.query('update tms_init_task set status = $2 where task_id = $1', [taskId, status]);
  }

  async function activeOf(query: string): Promise<readonly string[]> {
    const response = await service.call(`/machine?${query}`);
    expect(response.status).to.equal(200);
    return (await READERS.graph(await response.text())).active;
  }

  it('is a graph of exactly the members that the contract names, where nothing else is asked for', async () => {
    const graph = JSON.parse(await (await service.call('/machine')).text());
    expect(Object.keys(graph)).to.deep.equal(['nodes', 'edges']);
    for (const node of graph.nodes) {
      expect(node).to.have.all.keys('id', 'parent', 'type', 'description', 'entry', 'exit', 'invokes');
    }
    for (const edge of graph.edges)
      expect(edge).to.have.all.keys('id', 'source', 'target', 'event', 'guard', 'actions');
  });

  for (const format of NOTATION_NAMES) {
    it(`is answered as ${format}, whatever is accepted, and not again to whom has it`, async () => {
      const response = await service.call(`/machine?format=${format}`, { headers: { Accept: 'image/png' } });
      expect(response.status).to.equal(200);
      expect(response.headers.get('content-type')).to.equal(CONTENT_TYPES[format]);
      const text = await response.text();
      expect((await READERS[format](text)).edges).to.have.length.above(100);
      const etag = response.headers.get('etag') ?? '';
      const again = await service.call(`/machine?format=${format}`, { headers: { 'If-None-Match': etag } });
      expect([again.status, await again.text()]).to.deep.equal([304, '']);
      const head = await service.call(`/machine?format=${format}`, { method: 'HEAD' });
      expect(head.headers.get('content-length')).to.equal(String(Buffer.byteLength(text)));
    });
  }

  it('refuses a format that it does not know, and names those it does', async () => {
    const problem = await problemOf(await service.call('/machine?format=png'));
    expect(problem).to.include({ status: 400, code: 'invalid-query' });
    for (const format of NOTATION_NAMES) expect(problem.detail).to.include(`"${format}"`);
  });

  it('has the states marked in which the run of a task is', async () => {
    await createTask('running', 'RUNNING');
    service.runs.activeByTask.set('running', STEPPING);
    expect(await activeOf('taskId=running')).to.deep.equal(STEPPING);
    const svg = await service.call('/machine?format=svg&taskId=running');
    expect((await READERS.svg(await svg.text())).active).to.deep.equal(STEPPING);
  });

  it('has the final state marked of a task that has ended, and none of one that never ran or runs elsewhere', async () => {
    await createTask('good', 'SUCCESS');
    await createTask('bad', 'FAILED');
    await createTask('new', 'PENDING');
    await createTask('elsewhere', 'RUNNING');
    expect(await activeOf('taskId=good')).to.deep.equal(['run', 'run.succeeded']);
    expect(await activeOf('taskId=bad')).to.deep.equal(['run', 'run.failed']);
    expect(await activeOf('taskId=new')).to.deep.equal([]);
    expect(await activeOf('taskId=elsewhere')).to.deep.equal([]);
  });

  it('does not know the state of a task that does not exist or whose id is none', async () => {
    const missing = await problemOf(await service.call('/machine?taskId=nobody'));
    expect(missing).to.include({ status: 404, code: 'task-not-found', taskId: 'nobody' });
    const invalid = await problemOf(await service.call('/machine?taskId=a/b'));
    expect(invalid).to.include({ status: 400, code: 'invalid-query' });
  });

  it('lets the style of the picture act, and nothing else in it', async () => {
    const response = await service.call('/machine?format=svg');
    const style = readXml(await response.text()).find(({ name }) => name === 'style');
    const hash = createHash('sha256')
      .update(style?.text ?? '')
      .digest('base64');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy.split(';')).to.include.members(["default-src 'none'", 'sandbox', `style-src 'sha256-${hash}'`]);
    const graph = await service.call('/machine');
    expect(graph.headers.get('content-security-policy')).not.to.include('style-src');
  });
});
