/** `tms-init run FILE|TASK`: creates the task of a file and executes it, or executes one that is there. */

import type { Task } from '../api/answers.ts';
import type { ExitCode } from '../exit-codes.ts';
import { executeTask } from '../execute-task.ts';
import { misuse } from '../faults/fault.ts';
import type { Session } from '../session.ts';
import { isTaskFile } from '../task-file/is-task-file.ts';
import { readTaskFile } from '../task-file/read-task-file.ts';
import { inertLine } from '../text/inert.ts';
import { fromStepOption, patienceOption, watchOption } from './arguments.ts';
import type { Define } from './definition.ts';

interface Options {
  readonly fromStep?: number;
  readonly watch?: true;
  readonly patience: number;
}

export const define: Define = (command, action) => {
  command
    .argument('<file|task>', 'a file of JSON or YAML (- is standard input), or the id of a task')
    .addOption(fromStepOption())
    .addOption(watchOption())
    .addOption(patienceOption())
    .addHelpText('after', HELP)
    .action(action(run));
};

const HELP = `
What ends with .json, .yaml or .yml, or has a / in it, is a file; everything else is the
id of a task. Executing a task again skips the steps that are SUCCESS, but for those from
--from-step on. Without --watch it says that the run was accepted, and ends. Ctrl-C while
watching leaves the run going.

Examples:
  tms-init run task.yaml --watch             create, execute, watch
  tms-init run setup-shop                    execute a task that is there, in the background
  tms-init run setup-shop --from-step 3      run step 3 and all later ones again
  generate-task | tms-init run - --watch     the task comes from another program
  tms-init run task.json --watch --json      each event as a line of JSON, the last one with the outcome

A file:
  taskId: setup-shop          # left out, the service makes one
  name: Set up the shop
  steps:
    - name: Folders
      script: mkdir -p /srv/shop
    - name: Database
      script: |
        set -eu
        ./create-database.sh
        ./import-products.sh
`;

async function run(session: Session, target: string, options: Options): Promise<ExitCode> {
  if (isTaskFile(target)) return runFile(session, target, options);
  if (target.trim() === '') throw misuse('name a file or a task');
  return executeTask(session, { taskId: target, ...options });
}

async function runFile(session: Session, path: string, options: Options): Promise<ExitCode> {
  if (options.fromStep !== undefined) {
    throw misuse('--from-step is for a task that is there; one that is new begins at its first step');
  }
  const body = await readTaskFile(path);
  const { taskId, totalSteps } = await session.api().post<Task>('/tasks', body);
  if (!session.json)
    session.output.note(`Created ${inertLine(taskId)} with ${totalSteps} ${totalSteps === 1 ? 'step' : 'steps'}.`);
  return executeTask(session, { taskId, isNew: true, ...options });
}
