/** `tms-init cancel TASK`: stops the run of a task. */

import type { Snapshot } from '../api/answers.ts';
import { taskPath } from '../api/paths.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { inertJsonLines } from '../text/inert-json.ts';
import { taskArgument } from './arguments.ts';
import type { Define } from './definition.ts';

export const define: Define = (command, action) => {
  command.addArgument(taskArgument()).addHelpText('after', HELP).action(action(cancel));
};

const HELP = `
The running step gets SIGTERM, later SIGKILL, and becomes FAILED; resume goes on at that
step. It needs a token with the role operate where the service has tokens.

Example:
  tms-init cancel setup-shop && tms-init status setup-shop --watch
`;

async function cancel(session: Session, taskId: string): Promise<ExitCode> {
  const snapshot = await session.api().post<Snapshot>(`${taskPath(taskId)}/cancel`);
  if (session.json) session.output.lines(inertJsonLines(snapshot));
  else {
    session.output.lines(['The run was told to stop.']);
    session.output.note(`To see it end: ${session.command('status', [taskId], '--watch')}`);
  }
  return EXIT.success;
}
