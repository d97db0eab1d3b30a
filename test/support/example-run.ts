/** An example's task on a service of its own, with the scripts of this project. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openEmbedded } from './service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
  type StepJson,
  type TaskJson,
} from './service-process.ts';
import { eventually } from './eventually.ts';
import { PROJECT } from './the-service.ts';

export interface ExampleRun {
  readonly folders: ServiceFolders;
  readonly service: ServiceProcess;
  /** Creates the task of a file in `examples/`, with another id where one is given. */
  create(file: string, taskId?: string): Promise<void>;
  /** Executes a task and gives it, and its steps, once the run has ended. */
  execute(taskId: string): Promise<{ readonly task: TaskJson; readonly steps: readonly StepJson[] }>;
  close(): Promise<void>;
}

/** @param settingsIn those of the service, whose folder is given */
export async function openExampleRun(settingsIn: (root: string) => Record<string, string>): Promise<ExampleRun> {
  const folders = await makeServiceFolders();
  await openEmbedded(folders);
  const service = await startServiceProcess(folders, { SCRIPTS_DIR: PROJECT, ...settingsIn(folders.root) });
  return {
    folders,
    service,
    async create(file, taskId) {
      const task = JSON.parse(await readFile(join(PROJECT, 'examples', file), 'utf8'));
      const body = JSON.stringify({ ...task, ...(taskId !== undefined && { taskId }) });
      const headers = { 'content-type': 'application/json' };
      const { status } = await service.call('/tasks', { method: 'POST', headers, body });
      if (status !== 201) throw new Error(`the task was not created: ${status}`);
    },
    async execute(taskId) {
      const { status } = await service.execute(taskId);
      if (status !== 202) throw new Error(`the task was not executed: ${status}`);
      const task = await eventually('the run to end', async () => {
        const { body } = await service.call(`/tasks/${taskId}`);
        return body.active ? null : body;
      });
      return { task, steps: await service.steps(taskId) };
    },
    async close() {
      await service.end('SIGTERM');
      await folders.remove();
    },
  };
}
