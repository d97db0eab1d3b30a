/** A PostgreSQL that is restarted or crashes under a running service. */

import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { eventually } from '../support/eventually.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { witnessScripts, type WitnessedScripts } from '../support/witnessed-scripts.ts';

describe('a service whose PostgreSQL goes down and comes back', () => {
  let server: PostgresServer;
  let folders: ServiceFolders;
  let service: ServiceProcess;
  let witness: WitnessedScripts;

  before(async () => {
    server = await startPostgresServer({ durable: true });
    folders = await makeServiceFolders();
    witness = witnessScripts(folders.root, { withTask: true });
    service = await startServiceProcess(folders, { DATABASE_URL: server.url, CREATE_TABLES: 'auto' });
  });

  after(async () => {
    await service.end('SIGKILL');
    await folders.remove();
  });

  const ENDS = {
    'F36: restarted (fast)': () => server.stop(),
    'F37: crashed': () => server.crash(),
  } as const;

  for (const [fault, end] of Object.entries(ENDS)) {
    it(`${fault} while a script runs: its outcome is stored afterwards, and nothing runs twice`, async () => {
      const taskId = fault.slice(0, 3);
      const untilTold = 'until [ -e go-$TASK_ID ]; do sleep 0.1; done';
      await service.createTask(taskId, [witness.script('true'), witness.script(untilTold), witness.script('true')]);
      await eventually('a run', async () => (await service.execute(taskId)).body.started);
      await witness.until(`start ${taskId} 2.1`);
      await end();
      expect((await service.execute('another')).status).to.equal(503);
      await writeFile(join(folders.root, `go-${taskId}`), '');
      await witness.until(`end ${taskId} 2.1`);
      await server.restart();
      await service.untilStatus(taskId, 'SUCCESS');
      const told = ['1.1', '2.1', '3.1'].flatMap((step) => [`start ${taskId} ${step}`, `end ${taskId} ${step}`]);
      const journal = (await witness.journal()).split('\n');
      expect(journal.filter((line) => line.includes(taskId))).to.deep.equal(told);
      await eventually('it to be ready', async () => (await fetch(`${service.url}/readyz`)).status === 200);
    });
  }
});
