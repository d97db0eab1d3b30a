/** A service on PostgreSQL that a test brings into trouble, and what it asks of it then. */

import { expect } from 'chai';

import type { AttemptAnswer } from '../../src/http/schemas/attempt.ts';
import { eventually } from './eventually.ts';
import { openPostgres } from './service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
  type StepJson,
} from './service-process.ts';
import type { Command } from './the-service.ts';

export interface Stage {
  readonly folders: ServiceFolders;
  readonly service: ServiceProcess;
  close(): Promise<void>;
}

export async function openStage(
  settings: Record<string, string>,
  { command, folders: given }: { readonly command?: Command; readonly folders?: ServiceFolders } = {},
): Promise<Stage> {
  const folders = given ?? (await makeServiceFolders());
  const database = await openPostgres();
  const all = { ...database.settings, KILL_GRACE: '0.5', ...settings };
  const service = await startServiceProcess(folders, all, command);
  return {
    folders,
    service,
    async close() {
      await service.end('SIGTERM');
      await database.close();
      await folders.remove();
    },
  };
}

/** A script that goes on once the file is there; it says so when it is up. */
export const waitFor = (file: string, then: string) => `echo up; until [ -e '${file}' ]; do sleep 0.05; done; ${then}`;

/** Creates a task of one step, executes it and gives the step when the run has ended. */
export async function run(service: ServiceProcess, taskId: string, script: string): Promise<StepJson> {
  await service.createTask(taskId, [script]);
  return execute(service, taskId);
}

/** Executes a task and gives its first step when the run has ended. */
export async function execute(service: ServiceProcess, taskId: string): Promise<StepJson> {
  const { status } = await service.execute(taskId);
  expect(status).to.equal(202);
  return ended(service, taskId);
}

export async function ended(service: ServiceProcess, taskId: string): Promise<StepJson> {
  const isOver = async () => {
    const { status, body } = await service.call(`/tasks/${taskId}`);
    return status === 200 && !body.active;
  };
  await eventually('the run to end', isOver);
  const [step] = await service.steps(taskId);
  if (!step) throw new Error('the task has no step');
  return step;
}

/** Until a script of waitFor() waits. */
export async function startUp(service: ServiceProcess, taskId: string, script: string): Promise<void> {
  await service.createTask(taskId, [script]);
  await service.execute(taskId);
  await eventually('the script to be up', async () => (await logOf(service, taskId)).startsWith('up\n'));
}

export async function logOf(service: ServiceProcess, taskId: string): Promise<string> {
  return (await fetch(`${service.url}/api/v1/init/tasks/${taskId}/steps/1/log`)).text();
}

export async function attemptsOf(service: ServiceProcess, taskId: string): Promise<readonly AttemptAnswer[]> {
  return JSON.parse(await (await fetch(`${service.url}/api/v1/init/tasks/${taskId}/steps/1/attempts`)).text());
}

/** @param taskId of a new task, which asks for its parent. */
export async function launcherOf(service: ServiceProcess, taskId: string): Promise<number> {
  await run(service, taskId, 'echo $PPID');
  return Number(await logOf(service, taskId));
}
