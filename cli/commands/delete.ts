/** `tms-init delete TASK…`: deletes tasks that do not run, for good. */

import { EXIT, type ExitCode } from '../exit-codes.ts';
import { misuse } from '../faults/fault.ts';
import type { Session } from '../session.ts';
import { canAsk } from '../terminal-question.ts';
import { tasksArgument } from './arguments.ts';
import type { Define } from './definition.ts';

interface Options {
  readonly yes?: true;
}

export const define: Define = (command, action) => {
  command
    .addArgument(tasksArgument())
    .option('-y, --yes', 'do not ask; needed where there is no terminal, and with --json')
    .addHelpText('after', HELP)
    .action(action(deleteTasks));
};

const HELP = `
Each task goes with its steps, logs and journals, for good. On a terminal it tells what will
be lost and asks; any answer but y or yes deletes nothing. A task that runs is refused:
cancel it first. Where one of several is refused the others are deleted all the same, and
the exit code is 1. It needs a token with the role author where the service has tokens.

tms-init prune deletes what is old, without naming it.

Examples:
  tms-init delete setup-shop
  tms-init delete --yes trial-1 trial-2
  tms-init list --q trial- --json | jq -r '.items[].taskId' | xargs -d '\\n' -r tms-init delete --yes
`;

async function deleteTasks(session: Session, given: readonly string[], { yes }: Options): Promise<ExitCode> {
  const api = session.api();
  const taskIds = [...new Set(given)];
  if (!yes) {
    if (session.json || !canAsk()) throw misuse('nobody can be asked here whether to delete; --yes says so');
    const { isDeletionAgreed } = await import('../deletion/is-deletion-agreed.ts');
    if (!(await isDeletionAgreed(session, api, taskIds))) return tellNothing(session);
  }
  const { deleteEach } = await import('../deletion/delete-each.ts');
  return deleteEach(session, api, taskIds);
}

function tellNothing({ output }: Session): ExitCode {
  output.note('Nothing was deleted.');
  return EXIT.failed;
}
