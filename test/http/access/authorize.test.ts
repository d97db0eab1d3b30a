/** Every route that there is, asked for by everybody that there is: a new route cannot be forgotten here. */

import { expect } from 'chai';

import { covers, type Role, ROLES } from '../../../src/http/access/role.ts';
import type { TokenBook } from '../../../src/http/access/token-book.ts';
import { createRouter } from '../../../src/http/router.ts';
import { allRoutes } from '../../../src/http/routes/routes.ts';
import { type HttpService, openHttpService, problemOf } from '../../support/http-service.ts';
import { unusedRooms } from '../../support/unused-rooms.ts';

/** By hand, and on purpose: who may what is not to be read out of the code that decides it. */
const WHO_MAY: Readonly<Record<string, Role | 'open'>> = {
  'GET /healthz': 'open',
  'GET /readyz': 'open',
  'GET /openapi.json': 'open',
  'GET /problems/:code': 'open',
  'GET /': 'open',
  'GET /visualizer': 'open',
  'GET /visualizer/': 'open',
  'GET /visualizer/:file': 'open',
  'GET /docs': 'open',
  'GET /docs/': 'open',
  'GET /docs/:file': 'open',
  'GET /metrics': 'read',
  'GET /api/v1/init/machine': 'read',
  'GET /api/v1/init/tasks': 'read',
  'GET /api/v1/init/tasks/:taskId': 'read',
  'GET /api/v1/init/tasks/:taskId/steps': 'read',
  'GET /api/v1/init/tasks/:taskId/steps/:stepNo': 'read',
  'GET /api/v1/init/tasks/:taskId/steps/:stepNo/log': 'read',
  'GET /api/v1/init/tasks/:taskId/steps/:stepNo/attempts': 'read',
  'GET /api/v1/init/tasks/:taskId/runs': 'read',
  'GET /api/v1/init/tasks/:taskId/runs/:run': 'read',
  'GET /api/v1/init/tasks/:taskId/plan': 'read',
  'GET /api/v1/init/tasks/:taskId/events': 'read',
  'GET /api/v1/init/inspect': 'read',
  'POST /api/v1/init/tasks/:taskId/execute': 'operate',
  'POST /api/v1/init/tasks/:taskId/cancel': 'operate',
  'POST /api/v1/init/tasks/:taskId/steps/:stepNo/resolve': 'operate',
  'POST /api/v1/init/tasks': 'author',
  'PUT /api/v1/init/tasks/:taskId/steps/:stepNo': 'author',
  'DELETE /api/v1/init/tasks/:taskId': 'author',
};

const TOKENS = ROLES.map((role) => ({ role, token: `token-of-${role}` }));

const BOOK: TokenBook = {
  find(presented) {
    const found = TOKENS.find(({ token }) => token === presented);
    return found ? { name: found.role, role: found.role, sha256: Buffer.alloc(32) } : null;
  },
  reload: () => undefined,
  onReload: () => () => undefined,
};

describe('who may', () => {
  let service: HttpService;

  before(async () => {
    service = await openHttpService(BOOK, { wrongTokenRate: null });
  });

  after(() => service.close());

  it('is said of every route of the router, and of no other', () => {
    const rooms = unusedRooms();
    const served = createRouter(rooms).stack.map(({ methods, path }) => `${methods.at(-1)} ${path}`);
    expect(served.toSorted()).to.deep.equal(Object.keys(WHO_MAY).toSorted());
    const said = allRoutes(rooms).map(({ method, path, access }) => [`${method.toUpperCase()} ${path}`, access]);
    expect(Object.fromEntries(said)).to.deep.equal(WHO_MAY);
  });

  for (const [route, needed] of Object.entries(WHO_MAY)) {
    const [method = '', path = ''] = route.split(' ');

    it(`${route} without a token`, async () => {
      const response = await ask(method, path);
      if (needed === 'open') return expect(response.status).to.not.be.oneOf([401, 403]);
      expect(response.headers.get('www-authenticate')).to.equal('Bearer realm="tms-init"');
      return expect(await problemOf(response)).to.include({ status: 401, code: 'unauthorized' });
    });

    it(`${route} with a token that nobody has`, async () => {
      for (const wrong of [
        'Bearer wrong',
        'Bearer ',
        'Basic dG9rZW4=',
        'token-of-author',
        'Bearer token-of-author x',
      ]) {
        const response = await ask(method, path, wrong);
        if (needed === 'open') expect(response.status, wrong).to.not.be.oneOf([401, 403]);
        else expect(response.headers.get('www-authenticate'), wrong).to.match(/error="invalid_token"$/);
        expect(response.status === 401, wrong).to.equal(needed !== 'open');
        await response.body?.cancel();
      }
    });

    for (const { role, token } of TOKENS) {
      const may = needed === 'open' || covers(role, needed);
      it(`${route} with the role ${role} is ${may ? 'not refused' : 'refused'}`, async () => {
        const response = await ask(method, path, `Bearer ${token}`);
        expect(response.headers.get('x-role')).to.equal(needed !== 'open' && response.ok ? role : null);
        if (may) return expect(response.status).to.not.be.oneOf([401, 403]);
        expect(response.headers.get('www-authenticate')).to.match(/error="insufficient_scope", scope="\w+"$/);
        return expect(await problemOf(response)).to.include({ status: 403, code: 'forbidden' });
      });
    }
  }

  it('tells the runs who asked, by the name of the token', async () => {
    service.runs.askedBy.length = 0;
    await ask('POST', '/api/v1/init/tasks/:taskId/execute', 'Bearer token-of-author');
    await ask('POST', '/api/v1/init/tasks/:taskId/cancel', 'bearer  token-of-operate');
    expect(service.runs.askedBy).to.deep.equal(['author', 'operate']);
  });

  function ask(method: string, path: string, authorization?: string): Promise<Response> {
    const url =
      service.server.url + path.replace(':taskId', 'nobody').replace(':stepNo', '1').replace(':code', 'internal');
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    return fetch(url, { method, headers });
  }
});
