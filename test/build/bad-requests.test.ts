/** The built service refuses what the sources refuse: a build may leave out what it takes for useless. */

import { TABLES } from '../http/bad-requests/tables.ts';
import { answerTo, expectProblem } from '../http/bad-requests/answer-to.ts';
import { VALID } from '../http/bad-requests/row.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

describe('the built service', () => {
  let folders: ServiceFolders;
  let database: TestDatabase;
  let service: ServiceProcess;

  before(async () => {
    folders = await makeServiceFolders();
    database = await createTestDatabase();
    service = await startServiceProcess(folders, { DATABASE_URL: database.url, CREATE_TABLES: 'auto' });
    const headers = { 'Content-Type': 'application/json' };
    await service.call('/tasks', { method: 'POST', headers, body: JSON.stringify({ taskId: 'known', ...VALID }) });
    await database.query(
      `insert into tms_init_task (task_id, task_name) values (' spaced ', 'adopted'), ('a/b', 'adopted')`,
    );
  });

  after(async () => {
    await service.end('SIGTERM');
    await database.drop();
    await folders.remove();
  });

  for (const [what, rows] of Object.entries(TABLES)) {
    it(`refuses ${rows.length} requests that are bad because of ${what}`, async () => {
      for (const row of rows) expectProblem(await answerTo(Number(new URL(service.url).port), row.request), row);
    });
  }
});
