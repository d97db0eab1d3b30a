/** `tms-init mend TASK STEP`: gives a step that is not SUCCESS another script. */

import type { Step } from '../api/answers.ts';
import { stepPath } from '../api/paths.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { misuse } from '../faults/fault.ts';
import type { Session } from '../session.ts';
import { readText } from '../task-file/read-text.ts';
import { inertJsonLines } from '../text/inert-json.ts';
import { inertLine } from '../text/inert.ts';
import { reasonOption, stepArgument, taskArgument } from './arguments.ts';
import type { Define } from './definition.ts';

interface Options {
  readonly script?: string;
  readonly file?: string;
  readonly reason: string;
}

export const define: Define = (command, action) => {
  command
    .addArgument(taskArgument())
    .addArgument(stepArgument())
    .option('--script <text>', 'the new script')
    .option('--file <file>', 'a file that holds the new script (- is standard input)')
    .addOption(reasonOption())
    .addHelpText('after', HELP)
    .action(action(mend));
};

const HELP = `
The task must not run, and the step must not be SUCCESS: a script that has done its work is
not changed any more. Nothing is started; the next execute runs the new script. The reason
also stands in the log of the service. It needs a token with the role author where the
service has tokens.

Examples:
  tms-init mend setup-shop 2 --script 'mkdir -p /srv/shop' --reason 'the folder may be there already'
  tms-init mend setup-shop 2 --file create.sh --reason 'typo' && tms-init resume setup-shop --watch
  tms-init steps setup-shop --json | jq -r '.[] | select(.stepNo == 2).script' > create.sh
`;

async function mend(session: Session, taskId: string, stepNo: number, options: Options): Promise<ExitCode> {
  const { output, json } = session;
  const { reason } = options;
  const script = await readScript(options);
  const step = await session.api().put<Step>(stepPath(taskId, stepNo), { script, reason });
  output.lines(
    json
      ? inertJsonLines(step)
      : [`Step ${step.stepNo} (${inertLine(step.name)}) has the new script; nothing was started.`],
  );
  if (!json) output.note(`To go on with it: ${session.command('resume', [taskId], '--watch')}`);
  return EXIT.success;
}

async function readScript({ script, file }: Options): Promise<string> {
  if (script !== undefined && file === undefined) return script;
  if (script !== undefined || file === undefined)
    throw misuse('give the new script by --script or by --file, one of the two');
  const { text, name } = await readText(file);
  if (text.trim() === '') throw misuse(`${name} is empty`);
  return text;
}
