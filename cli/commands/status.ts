/** `tms-init status TASK`: how a task is doing. */

import type { Task } from '../api/answers.ts';
import { taskPath } from '../api/paths.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { countText } from '../output/count-text.ts';
import { markOf, paintOf, statusOf } from '../output/marks.ts';
import type { Session } from '../session.ts';
import { inertJsonLines } from '../text/inert-json.ts';
import { inertLine } from '../text/inert.ts';
import { localTime } from '../text/local-time.ts';
import { patienceOption, taskArgument, watchOption } from './arguments.ts';
import type { Define } from './definition.ts';

interface Options {
  readonly watch?: true;
  readonly patience: number;
}

export const define: Define = (command, action) => {
  command
    .addArgument(taskArgument())
    .addOption(watchOption())
    .addOption(patienceOption())
    .addHelpText('after', HELP)
    .action(action(status));
};

const HELP = `
Examples:
  tms-init status setup-shop                  what it is, how far it is, and why it failed
  tms-init status setup-shop --watch          watch a run that somebody else has started; starts nothing
  tms-init status setup-shop --json | jq -r .status

RUNNING (interrupted) means that no service runs it any more: tms-init resume goes on
with it.
`;

async function status(session: Session, taskId: string, { watch, patience }: Options): Promise<ExitCode> {
  if (watch) {
    const { watchTask } = await import('../watch/watch-task.ts');
    return watchTask(session, { taskId, before: null, patienceMs: patience * 1000 });
  }
  const task = await session.api().get<Task>(taskPath(taskId));
  session.output.lines(session.json ? inertJsonLines(task) : describe(session, task));
  if (!session.json) advise(session, task);
  return EXIT.success;
}

function describe({ output: { colors } }: Session, task: Task): readonly string[] {
  const paint = paintOf(task.status, colors);
  const facts: readonly (readonly [string, string | null])[] = [
    ['message', task.message],
    ['run by', task.owner],
    ['created', localTime(task.createdAt)],
    ['started', localTime(task.startedAt)],
    ['finished', localTime(task.finishedAt)],
  ];
  return [
    `${paint(`${markOf(task.status)} ${inertLine(statusOf(task))}`)}  ${colors.bold(inertLine(task.taskId))}  ${inertLine(task.name)}`,
    `  ${countText(task)}`,
    ...facts.flatMap(([name, value]) => (value ? [`  ${colors.dim(name.padEnd(8))}  ${inertLine(value)}`] : [])),
  ];
}

function advise(session: Session, { taskId, status: known, active }: Task): void {
  if (active) session.output.note(`To watch it: ${session.command('status', [taskId], '--watch')}`);
  else if (known === 'PENDING') session.output.note(`To execute it: ${session.command('run', [taskId], '--watch')}`);
  else if (known !== 'SUCCESS') session.output.note(`To resume it: ${session.command('resume', [taskId], '--watch')}`);
}
