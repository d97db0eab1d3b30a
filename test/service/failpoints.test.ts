import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { FAILPOINT_NAMES, type FailpointHit } from '../../src/failpoints/failpoint.ts';
import { eventually } from '../support/eventually.ts';
import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

/** So that each arrival is noted and nothing happens. */
const EVERYWHERE = FAILPOINT_NAMES.map((name) => `${name}:9999=throw`).join(';');

const ACCEPTED = ['accept.claimed', 'accept.loaded', 'accept.stored'];
const STARTED = ['step.marked_running', 'step.lock_taken', 'step.log_opened', 'step.spawned'];
const ENDED = ['step.exited', 'step.output', 'step.record_written', 'step.persist.before'];
const STORED = ['step.persist.sent', 'step.persisted'];
const FINISHED = ['task.finish.before', ...STORED, 'task.finished'];
const RECOVERED = ['recover.begin', 'recover.reset', 'run.residue_reset'];

describe('the failpoints of a service', () => {
  let folders: ServiceFolders;
  let database: ServiceDatabase;
  const services: ServiceProcess[] = [];

  before(async () => {
    folders = await makeServiceFolders();
    database = await openPostgres();
  });

  after(async () => {
    for (const service of services) await service.end('SIGKILL');
    await database.close();
    await folders.remove();
  });

  it('are reached in the order of their table, and kill it where they are told to', async () => {
    const killed = await start('killed', `step.spawned:2=kill;${EVERYWHERE}`);
    await killed.createTask('points', ['true', 'true']);
    await killed.execute('points');
    await eventually('the service to be dead', () => killed.hasEnded());

    expect(await hits('killed')).to.deep.equal([...ACCEPTED, ...STARTED, ...ENDED, ...STORED, ...STARTED]);
  });

  it('are reached while residue is recovered, at the end of a task and at a shutdown', async () => {
    const service = await start('recovered', EVERYWHERE);
    await service.execute('points');
    await service.untilStatus('points', 'SUCCESS');
    expect(await hits('recovered')).to.deep.equal([...ACCEPTED, ...RECOVERED, ...STARTED, ...ENDED, ...FINISHED]);

    await service.createTask('stopped', ['sleep 60']);
    await service.execute('stopped');
    await eventually('the script to run', async () => (await hits('recovered')).at(-1) === 'step.spawned');
    await service.end('SIGTERM');
    expect(await hits('recovered')).to.include.members(['shutdown.begin', 'shutdown.children_signalled']);
  });

  it('are noted for the answer that was sent', async () => {
    const noted = await Promise.all([readHits('killed'), readHits('recovered')]);
    expect(noted.map((points) => points.filter((point) => point === 'accept.replied').length)).to.deep.equal([1, 2]);
  });

  async function start(name: string, failpoints: string) {
    const settings = { NODE_ENV: 'test', FAILPOINTS: failpoints, FAILPOINT_HITS: join(folders.root, name) };
    const service = await startServiceProcess(folders, {
      ...database.settings,
      ...settings,
      SHUTDOWN_GRACE: '0.1',
      KILL_GRACE: '0.3',
    });
    services.push(service);
    return service;
  }

  /** Without the answer to the caller, for which the run does not wait. */
  async function hits(name: string): Promise<readonly string[]> {
    return (await readHits(name)).filter((point) => point !== 'accept.replied');
  }

  async function readHits(name: string): Promise<readonly string[]> {
    const lines = (await readFile(join(folders.root, name), 'utf8')).trimEnd().split('\n');
    return lines.map((line) => (JSON.parse(line) as FailpointHit).point);
  }
});
