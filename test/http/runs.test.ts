/** The runs of a task over HTTP, by the journals of real runs. */

import { expect } from 'chai';
import { appendFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { taskFolder } from '../../src/domain/log-path.ts';
import { runSchema } from '../../src/http/schemas/run.ts';
import { eventually } from '../support/eventually.ts';
import { problemOf } from '../support/http-service.ts';
import { type LiveHttp, openLiveHttp } from '../support/live-http.ts';

describe('the runs of a task over HTTP', function () {
  let live: LiveHttp;

  before(async () => {
    live = await openLiveHttp();
    await live.rooms.createTask('t', ['true', 'echo a secret; [ -e mended ]']);
    await runOnce('ann');
    await writeFile(join(live.rooms.scripts.scriptsDir, 'mended'), '');
    await runOnce('bob');
  });

  after(() => live.close());

  async function runOnce(by: string): Promise<void> {
    await live.supervisor.execute('t', by);
    await eventually('the run to end', () => live.supervisor.figures().active === 0);
    await eventually('its journal to be written', async () => (await list()).find((run) => run.by === by)?.end);
  }

  async function list(query = '') {
    const response = await live.call(`/tasks/t/runs${query}`);
    return runSchema.array().parse(await response.json());
  }

  async function read(index: number) {
    const response = await live.call(`/tasks/t/runs/${(await list())[index]?.run}`);
    const lines = (await response.text()).trimEnd().split('\n');
    return { headers: response.headers, lines: lines.map((line) => JSON.parse(line)) };
  }

  it('are listed newest first, with who started each and why it ended', async () => {
    expect(
      (await list()).map(({ by, firstStep, end, why, version }) => [by, firstStep, end, why, version]),
    ).to.deep.equal([
      ['bob', 2, 'succeeded', null, '1.2.3'],
      ['ann', 1, 'failed', 'step 2 of 2 (step-2): exit code 1; last output: a secret', '1.2.3'],
    ]);
    expect(await list('?limit=1')).to.have.length(1);
  });

  it('are each told transition by transition, from who began it to why it ended', async () => {
    const { headers, lines } = await read(0);
    expect(headers.get('content-type')).to.equal('application/x-ndjson');
    expect(headers.get('x-journal-cut')).to.equal('false');
    expect(lines.map(({ type }) => type)).to.deep.equal([
      'begin',
      ...Array<string>(lines.length - 2).fill('transition'),
      'end',
    ]);
    expect(lines[0]).to.deep.include({ taskId: 't', by: 'bob', firstStep: 2 });
    expect(lines.map(({ why }) => why)).to.include.members([
      'step 1 skipped: already SUCCESS',
      'step 2 ended with exit code 0',
      'stored: step 2 is SUCCESS, the task is SUCCESS',
    ]);
  });

  it('keep neither the scripts nor, but for the stored message, what they wrote', async () => {
    const { lines } = await read(1);
    expect(JSON.stringify(lines.slice(0, -1))).not.to.match(/a secret|mended/);
  });

  it('leave out a line that was cut, and say so', async () => {
    const folder = join(live.logDir, taskFolder('t'));
    const name = (await readdir(folder)).find((file) => file.endsWith('.ndjson'));
    await appendFile(join(folder, name ?? ''), '{"type":"trans');
    const { headers, lines } = await read(1);
    expect(headers.get('x-journal-cut')).to.equal('true');
    expect(lines.at(-1)).to.include({ type: 'end' });
  });

  it('have an empty journal where no line was written whole', async () => {
    const run = '01900000-0000-7000-8000-00000000000a';
    await writeFile(join(live.logDir, taskFolder('t'), `${run}.journal.ndjson`), '{"type":"be');
    const response = await live.call(`/tasks/t/runs/${run}`);
    expect([response.status, await response.text()]).to.deep.equal([200, '']);
    expect(response.headers.get('x-journal-cut')).to.equal('true');
    expect(response.headers.get('content-type')).to.equal('application/x-ndjson');
  });

  it('are none of a task that never ran, and refused for one that is not there', async () => {
    await live.rooms.createTask('new', ['true']);
    expect(await (await live.call('/tasks/new/runs')).json()).to.deep.equal([]);
    expect(await problemOf(await live.call('/tasks/unknown/runs'))).to.include({ status: 404, code: 'task-not-found' });
    expect(await problemOf(await live.call('/tasks/new/runs?limit=0'))).to.include({ code: 'invalid-query' });
  });

  it('are refused by an id that no run of the task has', async () => {
    const [other] = await list();
    for (const run of ['x', '..%2Ft', encodeURIComponent('../t/x'), `${other?.run}x`]) {
      const problem = await problemOf(await live.call(`/tasks/t/runs/${run}`));
      expect(problem, run).to.include({ status: 404, code: 'run-not-found' });
    }
    expect(await problemOf(await live.call(`/tasks/new/runs/${other?.run}`))).to.include({ code: 'run-not-found' });
  });

  it('are told by their headers only, where no more is asked for', async () => {
    const response = await live.call(`/tasks/t/runs/${(await list())[0]?.run}`, { method: 'HEAD' });
    expect(response.status).to.equal(200);
    expect(Number(response.headers.get('content-length'))).to.be.greaterThan(500);
    expect(await response.text()).to.equal('');
  });
});
