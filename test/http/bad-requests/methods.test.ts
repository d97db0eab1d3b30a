/** Every path with every method that it does not have. */

import { expect } from 'chai';

import { createRouter } from '../../../src/http/router.ts';
import { type HttpService, openHttpService } from '../../support/http-service.ts';
import { sendRaw } from '../../support/raw-request.ts';
import { unusedRooms } from '../../support/unused-rooms.ts';
import { VALID } from './row.ts';

/** By hand, and on purpose: what a path takes is not to be read out of the code that decides it. */
const ALLOWED: Readonly<Record<string, string>> = {
  '/healthz': 'GET, HEAD',
  '/readyz': 'GET, HEAD',
  '/metrics': 'GET, HEAD',
  '/openapi.json': 'GET, HEAD',
  '/': 'GET, HEAD',
  '/visualizer': 'GET, HEAD',
  '/visualizer/': 'GET, HEAD',
  '/visualizer/:file': 'GET, HEAD',
  '/docs': 'GET, HEAD',
  '/docs/': 'GET, HEAD',
  '/docs/:file': 'GET, HEAD',
  '/api/v1/init/machine': 'GET, HEAD',
  '/api/v1/init/inspect': 'GET, HEAD',
  '/api/v1/init/tasks/:taskId/events': 'GET, HEAD',
  '/api/v1/init/tasks/:taskId/runs': 'GET, HEAD',
  '/api/v1/init/tasks/:taskId/runs/:run': 'GET, HEAD',
  '/problems/:code': 'GET, HEAD',
  '/api/v1/init/tasks': 'GET, HEAD, POST',
  '/api/v1/init/tasks/:taskId': 'DELETE, GET, HEAD',
  '/api/v1/init/tasks/:taskId/steps': 'GET, HEAD',
  '/api/v1/init/tasks/:taskId/steps/:stepNo': 'GET, HEAD, PUT',
  '/api/v1/init/tasks/:taskId/steps/:stepNo/resolve': 'POST',
  '/api/v1/init/tasks/:taskId/steps/:stepNo/log': 'GET, HEAD',
  '/api/v1/init/tasks/:taskId/steps/:stepNo/attempts': 'GET, HEAD',
  '/api/v1/init/tasks/:taskId/plan': 'GET, HEAD',
  '/api/v1/init/tasks/:taskId/execute': 'POST',
  '/api/v1/init/tasks/:taskId/cancel': 'POST',
};

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND', 'PURGE'];

describe('a method that a path does not have', () => {
  let service: HttpService;

  before(async () => {
    service = await openHttpService();
    await service.persistence.createTask({ taskId: 'known', ...VALID });
  });

  after(() => service.close());

  it('is known of every path there is', () => {
    const { stack } = createRouter({ ...unusedRooms(), maxBodyBytes: 1 });
    expect(new Set(stack.map(({ path }) => path))).to.deep.equal(new Set(Object.keys(ALLOWED)));
  });

  for (const [path, allowed] of Object.entries(ALLOWED)) {
    for (const method of METHODS.filter((candidate) => !allowed.split(', ').includes(candidate))) {
      it(`is refused with 405 and what there is: ${method} ${path}`, async () => {
        const target = path.replace(':taskId', 'known').replace(':stepNo', '1').replace(':code', 'internal');
        const { status, headers, body } = await sendRaw(service.server.port, { method, path: target });
        expect({ status, allow: headers['allow'], type: headers['content-type'] }).to.deep.equal({
          status: 405,
          allow: allowed,
          type: 'application/problem+json',
        });
        const answered = method === 'HEAD' ? '' : '/problems/method-not-allowed';
        expect(body.toString()).to.contain(answered);
      });
    }
  }

  it('has executed and cancelled nothing', () => {
    expect(service.runs.asked).to.deep.equal([]);
  });
});
