/** Execute and cancel over HTTP: what the registry of runs says becomes status, headers and body. */

import { expect } from 'chai';

import type { ExecuteAnswer } from '../../src/actors/runs.ts';
import { Refusal, type RefusalCode } from '../../src/domain/refusal.ts';
import { type HttpService, openHttpService, post, problemOf } from '../support/http-service.ts';
import { sendRaw } from '../support/raw-request.ts';

const SNAPSHOT = { taskId: 't', status: 'RUNNING', totalSteps: 3, successSteps: 1 };
const SUCCEEDED = { ...SNAPSHOT, status: 'SUCCESS', successSteps: 3 };

describe('execute and cancel over HTTP', () => {
  let service: HttpService;

  before(async () => {
    service = await openHttpService();
  });

  beforeEach(() => {
    service.runs.asked.length = 0;
  });

  after(() => service.close());

  function answer(state: ExecuteAnswer['state'], snapshot = SNAPSHOT): void {
    service.runs.whenExecuted = () => Promise.resolve({ state, snapshot });
  }

  it('answer 202 with the path of the task where a run was started', async () => {
    answer('started');
    const response = await service.call('/tasks/t/execute', post());
    expect(response.status).to.equal(202);
    expect(response.headers.get('location')).to.equal('/api/v1/init/tasks/t');
    expect(await response.json()).to.deep.equal({ ...SNAPSHOT, started: true });
    expect(service.runs.asked).to.deep.equal(['t']);
  });

  it('answer 202 with started: false where it is running already', async () => {
    answer('running');
    const response = await service.call('/tasks/t/execute', post({}));
    expect(response.status).to.equal(202);
    expect(await response.json()).to.deep.equal({ ...SNAPSHOT, started: false });
  });

  it('answer 409 where it is running already and the caller wants to be refused', async () => {
    answer('running');
    const response = await service.call('/tasks/t/execute?ifRunning=reject', post());
    expect(await problemOf(response)).to.include({ status: 409, code: 'already-running', taskId: 't' });
    answer('started');
    expect((await service.call('/tasks/t/execute?ifRunning=reject', post())).status).to.equal(202);
  });

  it('answer 200 where all steps are SUCCESS', async () => {
    answer('succeeded', SUCCEEDED);
    const response = await service.call('/tasks/t/execute?ifRunning=reject', post());
    expect(response.status).to.equal(200);
    expect(await response.json()).to.deep.equal({ ...SUCCEEDED, started: false });
  });

  for (const [title, headers, body] of emptyBodies()) {
    it(`take a body that says nothing: ${title}`, async () => {
      answer('started');
      const path = '/api/v1/init/tasks/t/execute';
      const given = await sendRaw(service.server.port, {
        method: 'POST',
        path,
        headers,
        ...(body !== null && { body }),
      });
      expect(given.status, given.body.toString()).to.equal(202);
    });
  }

  it('answer 202 with the snapshot where a run was told to stop', async () => {
    service.runs.whenCancelled = () => Promise.resolve(SNAPSHOT);
    const response = await service.call('/tasks/t/cancel', post());
    expect(response.status).to.equal(202);
    expect(await response.json()).to.deep.equal(SNAPSHOT);
  });

  for (const [code, status, retryAfter] of refusals()) {
    it(`answer ${status} where the registry refuses with ${code}`, async () => {
      const refusal = new Refusal(code, 'Because.', { taskId: 't', reason: 'a-reason' });
      service.runs.whenExecuted = () => Promise.reject(refusal);
      service.runs.whenCancelled = () => Promise.reject(refusal);
      for (const verb of ['execute', 'cancel']) {
        const response = await service.call(`/tasks/t/${verb}`, post());
        expect(response.headers.get('retry-after')).to.equal(retryAfter);
        expect(await problemOf(response)).to.deep.include({
          status,
          code,
          detail: 'Because.',
          reason: 'a-reason',
          taskId: 't',
          instance: `/api/v1/init/tasks/t/${verb}`,
        });
      }
    });
  }

  it('tell nothing of a fault of the service but that there is one', async () => {
    service.runs.whenExecuted = () => Promise.reject(new Error('secret of /etc/passwd'));
    const response = await service.call('/tasks/t/execute', post());
    const text = await response.clone().text();
    expect(await problemOf(response)).to.include({ status: 500, code: 'internal' });
    expect(text).not.to.match(/secret|passwd|stack/);
  });

  it('say that the service is not ready once it shuts down', async () => {
    service.runs.accepting = false;
    expect(await problemOf(await fetch(`${service.server.url}/readyz`))).to.include({
      code: 'shutting-down',
      status: 503,
    });
    expect((await fetch(`${service.server.url}/healthz`)).status).to.equal(200);
    service.runs.accepting = true;
  });

  it('are reached by whatever name this machine has of its own, and by pages of the same origin', async () => {
    answer('started');
    const { port } = service.server;
    for (const host of ['localhost', `LOCALHOST:${port}`, `127.0.0.1:${port}`, '[::1]:80', '10.0.0.7']) {
      const headers = {
        Host: host,
        Origin: `http://${host.toLowerCase()}`.replace(/:80$/, ''),
        'Sec-Fetch-Site': 'same-origin',
      };
      const given = await sendRaw(port, { method: 'POST', path: '/api/v1/init/tasks/t/execute', headers });
      expect(given.status, `${host}: ${given.body.toString()}`).to.equal(202);
    }
    const probe = await sendRaw(port, { method: 'GET', path: '/healthz', headers: { Host: 'a-container' } });
    expect(probe.status).to.equal(200);
  });
});

function emptyBodies(): readonly (readonly [string, Record<string, string | null>, string | null])[] {
  const chunked = { 'Transfer-Encoding': 'chunked', 'Content-Length': null };
  return [
    ['none at all', {}, null],
    ['a length of 0 and the type of a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, ''],
    ['a length of 0 and the type of JSON', { 'Content-Type': 'application/json' }, ''],
    ['an empty object', { 'Content-Type': 'application/json; charset="UTF-8"' }, ' {}\n'],
    ['no chunks', chunked, '0\r\n\r\n'],
    ['no chunks of JSON', { ...chunked, 'Content-Type': 'application/json' }, '0\r\n\r\n'],
  ];
}

function refusals(): readonly (readonly [RefusalCode, number, string | null])[] {
  return [
    ['task-not-found', 404, null],
    ['task-has-no-steps', 409, null],
    ['task-data-invalid', 409, null],
    ['not-running', 409, null],
    ['shutting-down', 503, '10'],
    ['database-unavailable', 503, '5'],
    ['too-many-running', 503, '10'],
    ['ending', 503, '1'],
  ];
}
