/** `tms-init resume TASK`: executes a task from where it stopped, or from a step on. */

import { executeTask } from '../execute-task.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { patienceOption, stepNo, taskArgument, watchOption } from './arguments.ts';
import type { Define } from './definition.ts';

interface Options {
  readonly from?: number;
  readonly watch?: true;
  readonly patience: number;
}

export const define: Define = (command, action) => {
  command
    .addArgument(taskArgument())
    .option('--from <step>', 'run this step and all later ones again, also those that are SUCCESS', stepNo)
    .addOption(watchOption())
    .addOption(patienceOption())
    .addHelpText('after', HELP)
    .action(action(resume));
};

const HELP = `
Without --from it goes on at the first step that is not SUCCESS, which is what run does
with a task too. With --from every step before that one must be SUCCESS. tms-init plan
TASK tells beforehand what would be done.

Examples:
  tms-init resume setup-shop --watch
  tms-init resume setup-shop --from 3 --watch
`;

function resume(session: Session, taskId: string, { from, ...options }: Options): Promise<ExitCode> {
  return executeTask(session, { taskId, ...options, ...(from !== undefined && { fromStep: from }) });
}
