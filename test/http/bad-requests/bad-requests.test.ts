/** Requests that must be refused with a problem, and change nothing. Their tables are beside this file. */

import { expect } from 'chai';

import { type HttpService, openHttpService } from '../../support/http-service.ts';
import { exchange, type RawAnswer, sendRaw } from '../../support/raw-request.ts';
import { doors } from './doors.ts';
import { framing } from './framing.ts';
import { headers } from './headers.ts';
import { json } from './json.ts';
import { mediaTypes } from './media-types.ts';
import { newTask } from './new-task.ts';
import { paths } from './paths.ts';
import { queries } from './queries.ts';
import { requestLine } from './request-line.ts';
import { stepChange } from './step-change.ts';
import { type BadRequest, type Row, TASKS, VALID } from './row.ts';

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  'where it ends': framing,
  'its first line': requestLine,
  'its headers': headers,
  'its host, its origin or the answer it wants': doors,
  'its path': paths,
  'its query': queries,
  'the type or the encoding of its body': mediaTypes,
  'its JSON': json,
  'the task in it': newTask,
  'what it changes of a step': stepChange,
};

describe('a bad request', () => {
  let service: HttpService;
  let storedBefore: unknown;

  before(async () => {
    service = await openHttpService();
    await service.persistence.createTask({ taskId: 'known', ...VALID });
    await service.database.query(
      `insert into tms_init_task (task_id, task_name) values (' spaced ', 'adopted'), ('a/b', 'adopted')`,
    );
    storedBefore = await stored();
  });

  after(() => service.close());

  for (const [what, rows] of Object.entries(TABLES)) {
    describe(`because of ${what}`, () => {
      for (const row of rows) {
        it(`is refused with ${row.status} ${row.code}: ${row.title}`, async () => {
          expectProblem(await answerTo(row.request), row);
        });
      }

      it('has changed nothing, executed nothing, and left the service alive', async () => {
        expect(await stored()).to.deep.equal(storedBefore);
        expect(service.runs.asked).to.deep.equal([]);
        expect(Object.keys(Object.prototype)).to.deep.equal([]);
        expect((await fetch(`${service.server.url}/readyz`)).status).to.equal(200);
      });
    });
  }

  function answerTo(request: BadRequest): Promise<RawAnswer> {
    const { port } = service.server;
    if (typeof request === 'string' || request instanceof Uint8Array) return exchange(port, request);
    if ('cutOff' in request) return exchange(port, request.cutOff, { end: true });
    return sendRaw(port, { method: 'GET', path: TASKS, ...request });
  }

  async function stored(): Promise<unknown> {
    const { database } = service;
    return [
      await database.query('select * from tms_init_task order by id'),
      await database.query('select * from tms_init_task_step order by id'),
    ];
  }
});

function expectProblem(answer: RawAnswer, { status, code, request }: Row): void {
  const text = answer.body.toString();
  expect(answer.status, text).to.equal(status);
  expect(answer.headers['content-type']).to.equal('application/problem+json');
  expect(answer.headers['x-content-type-options']).to.equal('nosniff');
  expect(answer.headers['cache-control']).to.equal('no-store');
  if (typeof request === 'object' && 'method' in request && request.method === 'HEAD') return;
  // Nothing comes behind it: no part of the request was taken for a request of its own.
  expect(answer.headers['content-length'], text).to.equal(`${answer.body.length}`);
  const problem = JSON.parse(text);
  expect(problem).to.include({ type: `/problems/${code}`, status });
  expect(problem).to.include.keys('title', 'detail', 'instance');
  expect(text).not.to.match(/node_modules|\.ts:|select |tms_init_task/);
}
