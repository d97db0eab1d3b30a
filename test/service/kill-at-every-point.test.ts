/**
 * kill -9 of an instance at every named place of a run: what is shown stays true, nothing overlaps, and an execute of another
 * instance brings it to SUCCESS. (`crash.test.ts` has the same instance start again.)
 */

import { expect } from 'chai';

import type { FailpointName } from '../../src/failpoints/failpoint.ts';
import { eventually } from '../support/eventually.ts';
import { childOf, killTogether } from '../support/process-family.ts';
import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
  type TaskJson,
} from '../support/service-process.ts';
import { witnessScripts, type WitnessedScripts } from '../support/witnessed-scripts.ts';

interface Expected {
  readonly fault: string;
  /** How often the script of step 1 is started in all; a range where the kill races with its start. */
  readonly starts: readonly [number, number];
  /** The task as it is shown after the crash. */
  readonly left: 'PENDING' | 'RUNNING' | 'SUCCESS' | 'FAILED';
}

/** The first arrival at these comes without residue. */
const IN_A_RUN: Partial<Record<FailpointName, Expected>> = {
  'accept.claimed': { fault: 'F1', starts: [1, 1], left: 'PENDING' },
  'accept.loaded': { fault: 'F1', starts: [1, 1], left: 'PENDING' },
  'accept.stored': { fault: 'F2', starts: [1, 1], left: 'RUNNING' },
  'accept.replied': { fault: 'F3', starts: [1, 2], left: 'RUNNING' },
  'step.marked_running': { fault: 'F5', starts: [1, 1], left: 'RUNNING' },
  'step.lock_taken': { fault: 'F5', starts: [1, 1], left: 'RUNNING' },
  'step.spawned': { fault: 'F6', starts: [1, 2], left: 'RUNNING' },
  'step.exited': { fault: 'F8', starts: [2, 2], left: 'RUNNING' },
  'step.output': { fault: 'F8', starts: [2, 2], left: 'RUNNING' },
  'step.record_written': { fault: 'F9', starts: [2, 2], left: 'RUNNING' },
  'step.persist.before': { fault: 'F9', starts: [2, 2], left: 'RUNNING' },
  'step.persist.sent': { fault: 'F9', starts: [1, 2], left: 'RUNNING' },
  'step.persisted': { fault: 'F10', starts: [1, 1], left: 'RUNNING' },
  'task.finish.before': { fault: 'F11', starts: [1, 1], left: 'RUNNING' },
  'task.finished': { fault: 'F12', starts: [1, 1], left: 'SUCCESS' },
};

/** These are reached by a run that finds residue whose script still lives. */
const IN_A_RECOVERY: readonly FailpointName[] = [
  'recover.begin',
  'recover.orphan_killed',
  'recover.reset',
  'run.residue_reset',
];

describe('a service that is killed at a named place', () => {
  let folders: ServiceFolders;
  let database: ServiceDatabase;
  let rescuer: ServiceProcess;
  let witness: WitnessedScripts;

  before(async () => {
    folders = await makeServiceFolders();
    database = await openPostgres();
    witness = witnessScripts(folders.root, { withTask: true });
    rescuer = await start();
  });

  after(async () => {
    await rescuer.end('SIGKILL');
    await database.close();
    await folders.remove();
  });

  for (const [point, { fault, starts, left }] of Object.entries(IN_A_RUN)) {
    it(`${fault}: ${point} leaves the task ${left}, and execute brings it to SUCCESS`, async () => {
      await rescuer.createTask(point, [witness.script('true'), witness.script('true')]);
      await executeAndDie(await start(`${point}:1=kill`), point);
      expect(await untilNobodyHas(point)).to.include({ status: left });
      await rescue(point);
      expect(await startsOf(point)).to.be.within(...starts);
    });
  }

  for (const point of IN_A_RECOVERY) {
    it(`F4, F13: ${point} in a recovery, and the next execute brings it to SUCCESS`, async () => {
      const first = await start();
      const script = `[ "$ATTEMPT" != 1 ] || { trap '' TERM; sleep 60; }`;
      await first.createTask(point, [witness.script(script), witness.script('true')]);
      await first.execute(point);
      await witness.until(`start ${point} 1.1`);
      // With its launcher, which would end the script.
      killTogether([first.pid, await childOf(first.pid, 'launcher')]);
      await first.ended;
      await executeAndDie(await start(`${point}:1=kill`), point);
      await rescue(point);
    });
  }

  function start(failpoints?: string): Promise<ServiceProcess> {
    const armed = failpoints === undefined ? {} : { NODE_ENV: 'test', FAILPOINTS: failpoints };
    return startServiceProcess(folders, { ...database.settings, TAKEOVER_DELAY: '0', ...armed });
  }

  /** The server has to notice first that the connection of the dead one is gone. */
  async function untilNobodyHas(taskId: string): Promise<TaskJson> {
    const { body } = await eventually('the claim to be free', async () => {
      const answer = await rescuer.call(`/tasks/${taskId}`);
      return answer.body.active ? null : answer;
    });
    return body;
  }

  async function rescue(taskId: string): Promise<void> {
    await untilNobodyHas(taskId);
    await rescuer.execute(taskId);
    await rescuer.untilStatus(taskId, 'SUCCESS');
    expect(await witness.journal()).to.not.include('overlap');
  }

  /** Of its first step. */
  async function startsOf(taskId: string): Promise<number> {
    return (await witness.journal()).split('\n').filter((line) => line.startsWith(`start ${taskId} 1.`)).length;
  }
});

async function executeAndDie(service: ServiceProcess, taskId: string): Promise<void> {
  // The answer may come or not: its connection ends with the service.
  await service.execute(taskId).catch(() => undefined);
  await eventually('the service to die', () => service.hasEnded());
}
