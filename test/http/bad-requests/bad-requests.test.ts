/** Requests that must be refused with a problem, and change nothing. Their tables are beside this file. */

import { expect } from 'chai';

import { type HttpService, openHttpService } from '../../support/http-service.ts';
import { TABLES } from './tables.ts';
import { answerTo, expectProblem } from './answer-to.ts';
import { VALID } from './row.ts';

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
          expectProblem(await answerTo(service.server.port, row.request), row);
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

  async function stored(): Promise<unknown> {
    const { database } = service;
    return [
      await database.query('select * from tms_init_task order by id'),
      await database.query('select * from tms_init_task_step order by id'),
    ];
  }
});
