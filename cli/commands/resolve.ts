/** `tms-init resolve TASK STEP`: settles a step by hand, without running anything. */

import { Option } from 'commander';

import type { Step } from '../api/answers.ts';
import { stepPath } from '../api/paths.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { inertJsonLines } from '../text/inert-json.ts';
import { inertLine } from '../text/inert.ts';
import { reasonOption, stepArgument, taskArgument } from './arguments.ts';
import type { Define } from './definition.ts';

interface Options {
  readonly status: 'SUCCESS' | 'FAILED';
  readonly reason: string;
}

export const define: Define = (command, action) => {
  command
    .addArgument(taskArgument())
    .addArgument(stepArgument())
    .addOption(
      new Option('--status <status>', 'SUCCESS: it was done by hand; FAILED: what it did is gone')
        .choices(['SUCCESS', 'FAILED'])
        .makeOptionMandatory(),
    )
    .addOption(reasonOption())
    .addHelpText('after', HELP)
    .action(action(resolve));
};

const HELP = `
The task must not run. A step that is SUCCESS is skipped from then on, one that is FAILED runs
at the next execute. The task follows: it is SUCCESS where every step is, and FAILED where it
was SUCCESS. The reason also stands in the log of the service. It needs a token with the role
operate where the service has tokens.

Examples:
  tms-init resolve setup-shop 2 --status SUCCESS --reason 'created by hand'
  tms-init resolve setup-shop 2 --status FAILED --reason 'the folder was removed'
`;

async function resolve(
  session: Session,
  taskId: string,
  stepNo: number,
  { status, reason }: Options,
): Promise<ExitCode> {
  const { output, json } = session;
  const step = await session.api().post<Step>(`${stepPath(taskId, stepNo)}/resolve`, { status, reason });
  output.lines(json ? inertJsonLines(step) : [describe(step)]);
  if (!json) output.note(`What is left to be done: ${session.command('plan', [taskId])}`);
  return EXIT.success;
}

function describe({ stepNo, name, status }: Step): string {
  return `Step ${stepNo} (${inertLine(name)}) is ${inertLine(status ?? 'without a status')} now.`;
}
