/** The log lines of a run in a real service: which run they belong to, and which request began it. */

import { expect } from 'chai';

import { makeServiceFolders, type ServiceFolders, startServiceProcess } from '../support/service-process.ts';
import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';

const RUN = /^[0-9a-f-]{36}$/;

describe('the log lines of a run', () => {
  let folders: ServiceFolders;
  let database: ServiceDatabase;

  before(async () => {
    folders = await makeServiceFolders();
    database = await openPostgres();
  });

  after(async () => {
    await database.close();
    await folders.remove();
  });

  it('all carry its id, and the first one the id of the request that began it', async () => {
    const service = await startServiceProcess(folders, { ...database.settings, LOG_LEVEL: 'debug' });
    try {
      await service.createTask('told', ['true', 'exit 3']);
      const headers = { 'X-Request-Id': 'request-7' };
      await service.call('/tasks/told/execute', { method: 'POST', headers });
      await service.untilStatus('told', 'FAILED');
    } finally {
      await service.end('SIGTERM');
    }
    const lines = service.lines.filter(({ msg }) => /^(run|step)\./.test(String(msg)));
    expect(lines.map(({ msg }) => msg)).to.deep.equal([
      'run.accepted',
      'step.started',
      'step.succeeded',
      'step.started',
      'step.failed',
      'run.ended',
    ]);
    expect(lines[0]).to.include({ requestId: 'request-7', by: 'local', status: 'RUNNING', totalSteps: 2 });
    const runs = new Set(lines.map(({ run }) => run));
    expect([...runs]).to.have.length(1);
    expect([...runs][0]).to.match(RUN);
    for (const line of lines) expect(line).to.include({ taskId: 'told' });
  });
});
