/** `tms-init resume TASK`: executes a task from where it stopped, or from a step on. */

import { executeTask } from '../execute-task.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { fromStepOption, patienceOption, taskArgument, watchOption } from './arguments.ts';
import type { Define } from './definition.ts';

interface Options {
  readonly fromStep?: number;
  readonly watch?: true;
  readonly patience: number;
}

export const define: Define = (command, action) => {
  command
    .addArgument(taskArgument())
    .addOption(fromStepOption())
    .addOption(watchOption())
    .addOption(patienceOption())
    .addHelpText('after', HELP)
    .action(action(resume));
};

const HELP = `
Without --from-step it goes on at the first step that is not SUCCESS, which is what run does
with a task too. With it every step before that one must be SUCCESS; it and all later ones
run again, whatever they did before, so their scripts have to be idempotent. tms-init plan
TASK tells beforehand what would be done without it.

Examples:
  tms-init resume setup-shop --watch
  tms-init resume setup-shop --from-step 3 --watch
`;

function resume(session: Session, taskId: string, options: Options): Promise<ExitCode> {
  return executeTask(session, { taskId, ...options });
}
