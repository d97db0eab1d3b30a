/** A service that dies while it accepts a run from a step: before that is stored nothing has changed, after it the run goes on there. */

import { expect } from 'chai';

import { eventually } from '../support/eventually.ts';
import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

describe('a service that dies while it accepts a run from a step', () => {
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

  // The first arrival is that of the run that brings the task to its SUCCESS.
  for (const [point, left, attempts] of [
    ['accept.loaded', 'SUCCESS SUCCESS SUCCESS SUCCESS', [1, 1, 1]],
    ['accept.stored', 'RUNNING SUCCESS FAILED FAILED', [1, 2, 2]],
  ] as const) {
    it(`at ${point} leaves ${left}, and an execute brings it to SUCCESS`, async () => {
      const dying = await start(`${point}:2=kill`);
      await dying.createTask(point, ['true', 'true', 'true']);
      await dying.execute(point);
      await dying.untilStatus(point, 'SUCCESS');
      const answer = executeFrom(dying, point, 2).then(
        ({ status }) => status,
        () => 'no answer',
      );
      expect(await answer).to.equal('no answer');
      await eventually('the service to be dead', () => dying.hasEnded());

      const rescuer = await start('');
      const { body } = await rescuer.call(`/tasks/${point}`);
      const steps = await rescuer.steps(point);
      expect([body.status, ...steps.map(({ status }) => status)].join(' ')).to.equal(left);
      expect(body.active).to.equal(false);
      await rescuer.execute(point);
      await rescuer.untilStatus(point, 'SUCCESS');
      expect((await rescuer.steps(point)).map((step) => step.attempts)).to.deep.equal(attempts);
    });
  }

  async function start(failpoints: string): Promise<ServiceProcess> {
    const service = await startServiceProcess(folders, {
      ...database.settings,
      ...(failpoints === '' ? {} : { NODE_ENV: 'test', FAILPOINTS: failpoints }),
      TAKEOVER_DELAY: '0',
    });
    services.push(service);
    return service;
  }
});

function executeFrom(service: ServiceProcess, taskId: string, fromStep: number) {
  return service.call(`/tasks/${taskId}/execute`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ fromStep }),
  });
}
