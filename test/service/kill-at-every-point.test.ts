/** kill -9 of the service at every named place of a run: what is shown stays true, nothing overlaps, and execute brings it to SUCCESS. */

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

describe('a service that is killed at a named place', function () {
  this.timeout(60_000);
  let folders: ServiceFolders;
  let database: ServiceDatabase;
  let service: ServiceProcess;
  let witness: WitnessedScripts;

  beforeEach(async () => {
    folders = await makeServiceFolders();
    database = await openPostgres();
    witness = witnessScripts(folders.root);
  });

  afterEach(async () => {
    await service.end('SIGKILL');
    await database.close();
    await folders.remove();
  });

  for (const [point, { fault, starts, left }] of Object.entries(IN_A_RUN)) {
    it(`${fault}: ${point} leaves the task ${left}, and execute brings it to SUCCESS`, async () => {
      service = await start(`${point}:1=kill`);
      await service.createTask('t', [witness.script('true'), witness.script('true')]);
      await dies(() => service.execute('t'));
      service = await start();
      expect((await service.call('/tasks/t')).body).to.include({ status: left, active: false });
      await service.execute('t');
      await service.untilStatus('t', 'SUCCESS');
      expect(await startsOf(1)).to.be.within(...starts);
      expect(await witness.journal()).to.not.include('overlap');
    });
  }

  for (const point of IN_A_RECOVERY) {
    it(`F4, F13: ${point} in a recovery, and the next execute brings it to SUCCESS`, async () => {
      service = await start();
      const script = `[ "$ATTEMPT" != 1 ] || { trap '' TERM; sleep 60; }`;
      await service.createTask('t', [witness.script(script), witness.script('true')]);
      await service.execute('t');
      await witness.until('start 1.1');
      // With its launcher, which would end the script.
      killTogether([service.pid, await childOf(service.pid, 'launcher')]);
      await service.ended;
      service = await start(`${point}:1=kill`);
      await dies(() => service.execute('t'));
      service = await start();
      await service.execute('t');
      await service.untilStatus('t', 'SUCCESS');
      expect(await witness.journal()).to.not.include('overlap');
    });
  }

  function start(failpoints?: string): Promise<ServiceProcess> {
    const armed = failpoints === undefined ? {} : { NODE_ENV: 'test', FAILPOINTS: failpoints };
    return startServiceProcess(folders, { ...database.settings, ...armed });
  }

  /** Waits until what was asked of the service has killed it. */
  async function dies(ask: () => Promise<unknown>): Promise<void> {
    // The answer may come or not: its connection ends with the service.
    await ask().catch(() => undefined);
    await eventually('the service to die', () => service.hasEnded(), { withinMs: 10_000 });
  }

  async function startsOf(stepNo: number): Promise<number> {
    return (await witness.journal()).split('\n').filter((line) => line.startsWith(`start ${stepNo}.`)).length;
  }
});
