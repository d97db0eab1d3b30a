/**
 * kill -9 of an instance at every named place of a run: what is shown stays true, nothing overlaps, and an execute of another
 * instance brings it to SUCCESS. (`crash.test.ts` has the same instance start again.)
 *
 * Two kills are enough for all places: where each point holds its first arrival, of tasks that are executed one after the
 * other each one comes as far as the next point, and there it stands when the service is killed.
 */

import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { FailpointName } from '../../src/failpoints/failpoint.ts';
import { eventually } from '../support/eventually.ts';
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
  /** The task and its steps as they are shown after the crash. */
  readonly left: string;
  /** Step and attempt of each start of a script, until SUCCESS; more than one choice where the kill races with a start. */
  readonly starts: readonly string[];
}

/** In flow order: the first arrival is held there for longer than the service lives. */
const HELD: Partial<Record<FailpointName, Expected>> = {
  'accept.claimed': { fault: 'F1', left: 'PENDING PENDING PENDING', starts: ['1.1 2.1'] },
  'accept.loaded': { fault: 'F1', left: 'PENDING PENDING PENDING', starts: ['1.1 2.1'] },
  'accept.stored': { fault: 'F2', left: 'RUNNING PENDING PENDING', starts: ['1.1 2.1'] },
  'step.marked_running': { fault: 'F5', left: 'RUNNING RUNNING PENDING', starts: ['1.2 2.1'] },
  'step.lock_taken': { fault: 'F5', left: 'RUNNING RUNNING PENDING', starts: ['1.2 2.1'] },
  'step.spawned': { fault: 'F6', left: 'RUNNING RUNNING PENDING', starts: ['1.1 1.2 2.1', '1.2 2.1'] },
  'step.exited': { fault: 'F8', left: 'RUNNING RUNNING PENDING', starts: ['1.1 1.2 2.1'] },
  'step.record_written': { fault: 'F9', left: 'RUNNING RUNNING PENDING', starts: ['1.1 1.2 2.1'] },
  'step.persist.before': { fault: 'F9', left: 'RUNNING RUNNING PENDING', starts: ['1.1 1.2 2.1'] },
  // The database has the outcome, and the service has not heard so.
  'step.persist.sent': { fault: 'F10', left: 'RUNNING SUCCESS RUNNING', starts: ['1.1 2.2'] },
  'step.persisted': { fault: 'F10', left: 'RUNNING SUCCESS RUNNING', starts: ['1.1 2.2'] },
  'task.finish.before': { fault: 'F11', left: 'RUNNING SUCCESS RUNNING', starts: ['1.1 2.1 2.2'] },
  'task.finished': { fault: 'F12', left: 'SUCCESS SUCCESS SUCCESS', starts: ['1.1 2.1'] },
};

/** No run waits at the one, and for the other it does not wait for long: there the service kills itself. */
const KILLING: Partial<Record<FailpointName, Expected>> = {
  'accept.replied': {
    fault: 'F3',
    left: 'RUNNING (PENDING|RUNNING) PENDING',
    starts: ['1.1 2.1', '1.2 2.1', '1.1 1.2 2.1'],
  },
  'step.output': { fault: 'F8', left: 'RUNNING RUNNING PENDING', starts: ['1.1 1.2 2.1'] },
};

/** In flow order, and held as well; these are reached by a run that finds residue whose script still lives. */
const IN_A_RECOVERY: Partial<Record<FailpointName, Expected>> = {
  'recover.begin': { fault: 'F4, F13', left: 'RUNNING RUNNING PENDING', starts: ['1.1 1.2 2.1'] },
  'recover.orphan_killed': { fault: 'F4, F13', left: 'RUNNING RUNNING PENDING', starts: ['1.1 1.2 2.1'] },
  'recover.reset': { fault: 'F4, F13', left: 'RUNNING RUNNING PENDING', starts: ['1.1 1.2 2.1'] },
  'run.residue_reset': { fault: 'F4, F13', left: 'RUNNING FAILED PENDING', starts: ['1.1 1.2 2.1'] },
};

const RUN_POINTS = Object.keys(HELD) as readonly FailpointName[];
const RECOVERY_POINTS = Object.keys(IN_A_RECOVERY) as readonly FailpointName[];
const UNTIL_IT_DIES = 'sleep(900000)';

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
    await dieInRuns();
    await dieInRecoveries();
  });

  after(async () => {
    await rescuer.end('SIGKILL');
    await database.close();
    await folders.remove();
  });

  for (const [point, { fault, left, starts }] of Object.entries({ ...HELD, ...KILLING, ...IN_A_RECOVERY })) {
    it(`${fault}: ${point} leaves task and steps ${left}, and execute brings it to SUCCESS`, async () => {
      expect(await statusesOf(point)).to.match(new RegExp(`^${left}$`));
      const { status, body } = await rescuer.execute(point);
      expect([status, body.started]).to.deep.equal(left.startsWith('SUCCESS') ? [200, false] : [202, true]);
      await rescuer.untilStatus(point, 'SUCCESS');
      expect(await startsOf(point)).to.be.oneOf(starts);
      expect(await witness.journal()).to.not.include('overlap');
    });
  }

  it('F12: task.finished of a task that fails leaves the later steps as they were, and the next run resumes there', async () => {
    expect(await statusesOf('failing')).to.equal('FAILED FAILED PENDING');
    expect((await rescuer.execute('failing')).body).to.include({ started: true, successSteps: 0 });
    const { message } = await rescuer.untilStatus('failing', 'FAILED');
    expect(message).to.match(/^step 1 of 2/);
    expect((await rescuer.steps('failing')).map(({ attempts }) => attempts)).to.deep.equal([2, 0]);
  });

  /** Leaves a task at each point of a run, and one for each point of a recovery whose script outlives the service. */
  async function dieInRuns(): Promise<void> {
    // The failing one too, and of the rest all that are held after the answer.
    const answered = RUN_POINTS.filter((point) => !point.startsWith('accept.')).length + 1 + RECOVERY_POINTS.length;
    const end = `task.finished:2=${UNTIL_IT_DIES};accept.replied:${answered + 1}=kill`;
    // The scripts that ignore TERM outlive it, since the launcher leaves them so much time.
    const service = await start(`${holding(RUN_POINTS)};${end}`, { KILL_GRACE: '120' });
    for (const point of RUN_POINTS) await comeTo(service, point, 'true');
    await comeTo(service, 'task.finished', 'exit 3', { taskId: 'failing', hit: 2 });
    for (const point of RECOVERY_POINTS) {
      await execute(service, point, `[ "$ATTEMPT" != 1 ] || { trap '' TERM; sleep 120; }`);
      await witness.until(`start ${point} 1.1`);
    }
    await execute(service, 'accept.replied', 'true');
    await untilDead(service);
  }

  async function dieInRecoveries(): Promise<void> {
    const service = await start(`${holding(RECOVERY_POINTS)};step.output=kill`, { KILL_GRACE: '0.2' });
    for (const point of RECOVERY_POINTS) {
      await untilNobodyHas(point);
      void service.execute(point).catch(() => undefined);
      await untilHeld(service, point, 1);
    }
    await execute(service, 'step.output', 'true');
    await untilDead(service);
  }

  async function start(failpoints?: string, settings: Record<string, string> = {}): Promise<ServiceProcess> {
    const hits = { NODE_ENV: 'test', FAILPOINT_HITS: join(folders.root, 'hits') };
    const armed = failpoints === undefined ? {} : { ...hits, FAILPOINTS: failpoints };
    return startServiceProcess(folders, { ...database.settings, TAKEOVER_DELAY: '0', ...armed, ...settings });
  }

  async function comeTo(
    service: ServiceProcess,
    point: FailpointName,
    script: string,
    { taskId, hit }: { readonly taskId: string; readonly hit: number } = { taskId: point, hit: 1 },
  ): Promise<void> {
    await execute(service, taskId, script);
    await untilHeld(service, point, hit);
  }

  /** Does not wait for the answer: where the run is held before, or the service dies, none comes. */
  async function execute(service: ServiceProcess, taskId: string, script: string): Promise<void> {
    await service.createTask(taskId, [witness.script(script), witness.script('true')]);
    void service.execute(taskId).catch(() => undefined);
  }

  async function untilHeld({ pid }: ServiceProcess, point: FailpointName, hit: number): Promise<void> {
    const note = JSON.stringify({ point, hit, action: 'sleep', pid }).slice(0, -1);
    const isNoted = async () => (await readFile(join(folders.root, 'hits'), 'utf8')).includes(note);
    await eventually(`a run to stand at ${point}`, isNoted);
  }

  async function statusesOf(taskId: string): Promise<string> {
    const { status } = await untilNobodyHas(taskId);
    return [status, ...(await rescuer.steps(taskId)).map((step) => step.status)].join(' ');
  }

  /** The server has to notice first that the connection of the dead one is gone. */
  async function untilNobodyHas(taskId: string): Promise<TaskJson> {
    const { body } = await eventually('the claim to be free', async () => {
      const answer = await rescuer.call(`/tasks/${taskId}`);
      return answer.body.active ? null : answer;
    });
    return body;
  }

  async function startsOf(taskId: string): Promise<string> {
    const lines = (await witness.journal()).split('\n').filter((line) => line.startsWith(`start ${taskId} `));
    return lines.map((line) => line.split(' ').at(-1)).join(' ');
  }
});

/** What it said is not waited for: its launcher, which outlives it, has the same standard error. */
async function untilDead(service: ServiceProcess): Promise<void> {
  await eventually('the service to die', () => service.hasEnded());
}

function holding(points: readonly FailpointName[]): string {
  return points.map((point) => `${point}=${UNTIL_IT_DIES}`).join(';');
}
