import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { eventually } from '../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { witnessScripts, type WitnessedScripts } from '../support/witnessed-scripts.ts';

const UNTIL_TOLD = 'until [ -e go-on ]; do sleep 0.02; done';

describe('a crash after the database has stored a transition and before the service has heard so', () => {
  let folders: ServiceFolders;
  let database: TestDatabase;
  let proxy: TcpProxy;
  let service: ServiceProcess;
  let witness: WitnessedScripts;
  let settings: Record<string, string>;

  beforeEach(async () => {
    folders = await makeServiceFolders();
    witness = witnessScripts(folders.root);
    database = await createTestDatabase();
    const url = new URL(database.url);
    proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    settings = { DATABASE_URL: url.href, CREATE_TABLES: 'auto' };
    service = await startServiceProcess(folders, settings);
  });

  afterEach(async () => {
    await service.end('SIGTERM');
    await proxy.close();
    await database.drop();
    await folders.remove();
  });

  it('crash after DB commit, before ack to actor (F10): the step is not run again, the next one is', async () => {
    await service.createTask('t', [witness.script(UNTIL_TOLD), witness.script('true')]);
    await crashOnceStored('RUNNING SUCCESS RUNNING');
    expect((await service.call('/tasks/t')).body).to.include({ status: 'RUNNING', active: false, successSteps: 1 });
    expect((await service.execute('t')).body).to.include({ started: true, successSteps: 1 });
    await service.untilStatus('t', 'SUCCESS');
    // The first attempt of step 2 was stored as RUNNING, but its script was never started.
    expect(await witness.journal()).to.equal('start 1.1\nend 1.1\nstart 2.2\nend 2.2\n');
  });

  it('crash before task finish (F11): the last step and its task are stored as one, and nothing runs again', async () => {
    await service.createTask('t', [witness.script(UNTIL_TOLD)]);
    await crashOnceStored('SUCCESS SUCCESS');
    expect((await service.call('/tasks/t')).body).to.include({ status: 'SUCCESS', active: false });
    const { status, body } = await service.execute('t');
    expect([status, body.started]).to.deep.equal([200, false]);
    expect(await witness.journal()).to.equal('start 1.1\nend 1.1\n');
  });

  it('crash after FAILED persisted (F12): the later steps are as they were, and the next run resumes there', async () => {
    await service.createTask('t', [`${witness.script(UNTIL_TOLD)}; exit 3`, 'true']);
    await crashOnceStored('FAILED FAILED PENDING');
    expect((await service.call('/tasks/t')).body).to.include({ status: 'FAILED', active: false });
    expect((await service.execute('t')).body).to.include({ started: true, successSteps: 0 });
    const { message } = await service.untilStatus('t', 'FAILED');
    expect(message).to.match(/^step 1 of 2/);
    expect((await service.steps('t')).map(({ attempts }) => attempts)).to.deep.equal([2, 0]);
  });

  /** Lets the script end while no answer of the database comes through, and kills the service once these are stored. */
  async function crashOnceStored(statuses: string): Promise<void> {
    await service.execute('t');
    await witness.until('start 1.1');
    // A connection that was just used is the one that takes the next transition.
    await service.steps('t');
    await proxy.set('unanswered');
    await writeFile(join(folders.root, 'go-on'), '');
    await eventually(`${statuses} to be stored`, async () => (await stored()) === statuses);
    await service.end('SIGKILL');
    await proxy.set('cut');
    await proxy.set('pass');
    service = await startServiceProcess(folders, settings);
    expect(await stored()).to.equal(statuses);
  }

  async function stored(): Promise<string> {
    const rows = await database.query(
      `select status from tms_init_task union all (select status from tms_init_task_step order by step_no)`,
    );
    return rows.map(({ status }) => status).join(' ');
  }
});
