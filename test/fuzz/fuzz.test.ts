/** A short form of `npm run fuzz`, and whether it finds what it is there for. */

import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { expect } from 'chai';
import type { Middleware } from 'koa';

import { eventually } from '../support/eventually.ts';
import { type RawAnswer, sendRaw } from '../support/raw-request.ts';
import { fuzz } from './fuzz.ts';
import { type FuzzService, openFuzzService } from './fuzz-service.ts';

const SEED = 4711;

const PROBLEM = { type: '/problems/internal', title: 'x', status: 400, detail: 'x', instance: 'x' };

describe('random requests', () => {
  let service: FuzzService;

  before(async () => {
    service = await openFuzzService();
  });

  after(() => service.close());

  it(`are all answered as the description says, from seed ${SEED}`, async () => {
    const { answers, fault } = await fuzz({ port: service.port, seed: SEED, requests: 500 });
    expect(fault, fault ?? '').to.equal(null);
    const all = new Set([...answers.keys()].map((seen) => seen.slice(0, -4)));
    const done = new Set([...answers.keys()].flatMap((seen) => (/ (20\d|302)$/.test(seen) ? [seen.slice(0, -4)] : [])));
    expect(all.size).to.be.above(10);
    // More than refusals was looked at; but whether there is a run to be cancelled, or to be read, is left to chance.
    const refused = [...all.difference(done)].filter((operation) => !/\/(cancel|\{run\})$/.test(operation));
    expect(refused).to.deep.equal([]);
  });

  for (const [title, said, fault] of faults()) {
    it(`find ${title}, and say how to see it again`, async () => {
      service.plant(fault);
      const { fault: found } = await fuzz({ port: service.port, seed: SEED, requests: 2000 });
      service.plant((_ctx, next) => next());
      expect(found).to.match(said);
      expect(found)
        .to.match(/\n.*curl .*http:.*\n/)
        .and.contain(`--seed ${SEED}`);
    });
  }

  it('never run a script that is not known to be harmless', async () => {
    const trace = join(tmpdir(), `tms-init-fuzz-${process.pid}`);
    await post(service.port, '', { taskId: 'harm', name: 'harm', steps: [{ name: 'harm', script: `touch ${trace}` }] });
    expect((await post(service.port, '/harm/execute', {})).status).to.equal(202);
    await eventually('the run has ended', async () => {
      const { body } = await sendRaw(service.port, { method: 'GET', path: '/api/v1/init/tasks/harm' });
      return JSON.parse(body.toString()).status === 'FAILED';
    });
    expect(existsSync(trace)).to.equal(false);
  });
});

function post(port: number, path: string, body: object): Promise<RawAnswer> {
  return sendRaw(port, {
    method: 'POST',
    path: `/api/v1/init/tasks${path}`,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Each is seen by some requests only, but by so many that it is soon found. */
function faults(): readonly (readonly [title: string, said: RegExp, fault: Middleware])[] {
  return [
    [
      'a status that is a fault',
      /^the status 500 is a fault/,
      answering(/^\/problems\//, 500, { ...PROBLEM, status: 500 }),
    ],
    ['a status that is not described', /^the status 418 is not described/, answering(/\/attempts\?/, 418, PROBLEM)],
    ['a type that is not described', /^the type text\/plain is not described/, answering(/\/steps$/, 200, 'text')],
    [
      'a shape that is not described',
      /^the body has another shape: .*'name'/s,
      answering(/\/tasks\/[^/?]+$/, 200, { taskId: 't' }),
    ],
    ['a header that is missing', /^the header ETag is missing/, answering(/\/runs\?/, 200, [])],
    [
      'a problem that is not described',
      /^the problem ending is not described/,
      answering(/\/steps\/2$/, 404, { ...PROBLEM, type: '/problems/ending' }),
    ],
    [
      'a valid request that is refused',
      /^a valid request is refused/,
      answering(/\/tasks\?/, 400, { ...PROBLEM, type: '/problems/invalid-query' }),
    ],
    [
      'a connection that breaks',
      /^the status NaN is not described/,
      (ctx, next) => (ctx.url.endsWith('/cancel') ? void ctx.res.destroy() : next()),
    ],
  ];
}

/** Something else in the place of the answer to URLs that match. */
function answering(url: RegExp, status: number, body: object | string): Middleware {
  return async (ctx, next) => {
    if (!url.test(ctx.url)) return next();
    ctx.status = status;
    ctx.body = body;
    if (status >= 400) ctx.type = 'application/problem+json';
  };
}
