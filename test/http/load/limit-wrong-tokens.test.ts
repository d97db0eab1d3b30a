/** Wrong tokens beyond the rate: only they are refused for it. */

import { expect } from 'chai';

import type { TokenBook } from '../../../src/http/access/token-book.ts';
import { openRate } from '../../../src/http/load/rate.ts';
import type { HttpServer } from '../../../src/http/server.ts';
import { openHttpService, problemOf } from '../../support/http-service.ts';
import { serveRooms } from '../../support/serve-rooms.ts';
import { unusedRooms } from '../../support/unused-rooms.ts';

const BOOK: TokenBook = {
  find: (token) => (token === 'right' ? { name: 'ann', role: 'read', sha256: Buffer.alloc(32) } : null),
  reload: () => undefined,
  onReload: () => () => undefined,
};

const RATE = 3;

describe('wrong tokens', () => {
  let server: HttpServer;

  beforeEach(async () => {
    const rates = { execute: null, wrongTokens: openRate(RATE, 60_000) };
    server = await serveRooms({ ...unusedRooms(), rates, tokens: BOOK });
  });

  afterEach(() => server.close());

  function ask(headers: Record<string, string>): Promise<Response> {
    return fetch(`${server.url}/metrics`, { headers });
  }

  async function guess(times: number): Promise<void> {
    for (let n = 0; n < times; n += 1) expect((await ask({ Authorization: `Bearer wrong-${n}` })).status).to.equal(401);
  }

  it('get 429 beyond the rate, with when to try again, whatever a header says', async () => {
    await guess(RATE);
    const response = await ask({ Authorization: 'Basic wrong', 'X-Forwarded-For': '192.0.2.1' });
    expect(Number(response.headers.get('retry-after'))).to.be.within(1, 60);
    expect(await problemOf(response)).to.include({ status: 429, code: 'too-many-requests' });
  });

  it('never keep a right one out that comes from the same address', async () => {
    await guess(RATE);
    expect((await ask({ Authorization: 'Bearer wrong' })).status).to.equal(429);
    expect((await ask({ Authorization: 'Bearer right' })).status).to.equal(200);
  });

  it('are not those of requests that have none', async () => {
    for (let n = 0; n <= RATE; n += 1) expect((await ask({})).status).to.equal(401);
    await guess(RATE);
    expect((await ask({})).status).to.equal(401);
  });

  it('are not those whose role is too small', async () => {
    for (let n = 0; n <= RATE; n += 1) {
      const path = '/api/v1/init/tasks/t/execute';
      const headers = { Authorization: 'Bearer right' };
      expect((await fetch(server.url + path, { method: 'POST', headers })).status).to.equal(403);
    }
    await guess(RATE);
  });

  it('are counted by a service that has such a rate among its settings', async () => {
    const service = await openHttpService(BOOK, { wrongTokenRate: 1 });
    const headers = { Authorization: 'Bearer wrong' };
    expect((await service.call('/tasks', { headers })).status).to.equal(401);
    expect((await service.call('/tasks', { headers })).status).to.equal(429);
    await service.close();
  });
});
