/** By what names the service may be called, and by pages of which origins. */

import { expect } from 'chai';

import { createHttpApp } from '../../../src/http/app.ts';
import type { HttpServer } from '../../../src/http/server.ts';
import { problemOf } from '../../support/http-service.ts';
import { sendRaw } from '../../support/raw-request.ts';
import { unusedRooms } from '../../support/unused-rooms.ts';
import { listenAsUsual, usualHttp } from '../../support/usual-http.ts';

const EXECUTE = '/api/v1/init/tasks/t/execute';

const TOOLS = 'https://tools.example.org';

const SNAPSHOT = { taskId: 't', status: 'RUNNING', totalSteps: 1, successSteps: 0 };

describe('a service that names and pages were allowed for', () => {
  let server: HttpServer;

  before(async () => {
    const rooms = unusedRooms();
    rooms.supervisor.whenExecuted = () => Promise.resolve({ state: 'started', snapshot: SNAPSHOT });
    const app = createHttpApp({
      ...rooms,
      ...usualHttp,
      persistence: { ...rooms.persistence, listTasks: () => Promise.resolve({ items: [], next: null, owners: null }) },
      allowedHosts: ['init.example.org'],
      allowedOrigins: [TOOLS],
    });
    server = await listenAsUsual(app);
  });

  after(() => server.close());

  const names: readonly (readonly [host: string, status: number])[] = [
    ['init.example.org', 202],
    ['INIT.example.org:8443', 202],
    ['localhost:1', 202],
    ['[::ffff:10.0.0.7]', 202],
    ['other.example.org', 421],
    ['init.example.org.attacker.example', 421],
    ['xinit.example.org', 421],
    ['example.org', 421],
    ['init', 421],
  ];
  for (const [host, status] of names) {
    it(`${status === 421 ? 'does not answer' : 'answers'} to the name ${host}`, async () => {
      const given = await sendRaw(server.port, { method: 'POST', path: EXECUTE, headers: { Host: host } });
      expect(given.status).to.equal(status);
    });
  }

  it('lets a page of an allowed origin change things, also though a browser calls it cross-site', async () => {
    const response = await askFrom(TOOLS, { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect(response.status).to.equal(202);
    expect(response.headers.get('access-control-allow-origin')).to.equal(TOOLS);
    expect(response.headers.get('access-control-expose-headers')).to.include('Location').and.include('X-Log-Size');
    expect(response.headers.get('vary')).to.match(/\borigin\b/i);
  });

  it('tells caches that a read depends on the origin and on the form that is accepted', async () => {
    const response = await fetch(`${server.url}/api/v1/init/tasks`, { headers: { Origin: TOOLS } });
    await response.body?.cancel();
    expect(response.status).to.equal(200);
    expect(response.headers.get('vary')).to.equal('Origin, Accept');
  });

  it('tells the browser of an allowed page what it may send, before it does', async () => {
    const response = await askFrom(TOOLS, {
      method: 'OPTIONS',
      headers: {
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization',
      },
    });
    expect(response.status).to.equal(204);
    expect(response.headers.get('access-control-allow-methods')).to.include('POST');
    expect(response.headers.get('access-control-allow-headers')).to.include('Authorization');
    expect(response.headers.get('access-control-allow-credentials')).to.equal(null);
  });

  it('lets an allowed page read a problem', async () => {
    const response = await askFrom(TOOLS, { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain' } });
    expect(response.headers.get('access-control-allow-origin')).to.equal(TOOLS);
    expect(await problemOf(response)).to.include({ code: 'unsupported-media-type' });
  });

  for (const origin of ['https://tools.example.org:8443', 'http://tools.example.org', 'https://x.org', 'null']) {
    it(`lets no page of ${origin} read or change anything`, async () => {
      const changing = await askFrom(origin, { method: 'POST' });
      expect(await problemOf(changing)).to.include({ status: 403, code: 'cross-origin' });
      for (const response of [changing, await askFrom(origin, {}), await askFrom(origin, { method: 'OPTIONS' })]) {
        expect(response.headers.get('access-control-allow-origin')).to.equal(null);
      }
    });
  }

  /** Node's fetch may set what browsers keep for themselves. */
  function askFrom(origin: string, { headers, ...init }: RequestInit): Promise<Response> {
    return fetch(server.url + EXECUTE, {
      ...init,
      headers: { ...(headers as Record<string, string>), Origin: origin },
    });
  }
});

describe('a service that no page was allowed for', () => {
  it('sends no header of CORS', async () => {
    const server = await listenAsUsual(createHttpApp({ ...unusedRooms(), ...usualHttp }));
    const response = await fetch(`${server.url}/healthz`, { headers: { Origin: TOOLS } });
    await response.body?.cancel();
    const names = [...response.headers.keys()];
    expect(names.filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
    await server.close();
  });

  it('sends headers that make an answer inert', async () => {
    const server = await listenAsUsual(createHttpApp({ ...unusedRooms(), ...usualHttp }));
    const response = await fetch(`${server.url}/healthz`);
    await response.body?.cancel();
    expect(Object.fromEntries(response.headers)).to.include({
      'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none';sandbox",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(response.headers.has('strict-transport-security')).to.equal(false);
    await server.close();
  });
});
