/** `tms-init logs TASK [STEP]`: what a step wrote, or is writing. */

import type { Step } from '../api/answers.ts';
import { stepPath, taskPath } from '../api/paths.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { misuse } from '../faults/fault.ts';
import { followLogs } from '../logs/follow-logs.ts';
import { openLogWriter } from '../logs/log-writer.ts';
import type { LogQuery } from '../logs/log-query.ts';
import { showLog } from '../logs/show-log.ts';
import type { Session } from '../session.ts';
import { patienceOption, stepNo, taskArgument, wholeNumber } from './arguments.ts';
import type { Define } from './definition.ts';

interface Options extends LogQuery {
  readonly follow?: true;
  readonly patience: number;
}

const MOST_TAIL = 1_000_000;
const MOST_ATTEMPT = 999_999_999;

export const define: Define = (command, action) => {
  command
    .addArgument(taskArgument())
    .argument(
      '[step]',
      'number of the step; left out: the one that runs, else the one that failed, else the last that ran',
      stepNo,
    )
    .option('-f, --follow', 'go on with what is written from now on, until the step has ended')
    .option('-n, --tail <lines>', 'only the last lines, 1 MiB at most', (text) => wholeNumber(text, 1, MOST_TAIL))
    .option('--attempt <n>', 'the log of an earlier start of the step, counted from 1', (text) =>
      wholeNumber(text, 1, MOST_ATTEMPT),
    )
    .addOption(patienceOption())
    .addHelpText('after', HELP)
    .action(action(logs));
};

const HELP = `
On a terminal only the colours of a log are let through, no other control sequence;
elsewhere it is given byte by byte. With -f and without a step it goes on with the next
step, for as long as the task runs.

Examples:
  tms-init logs setup-shop                   why did it fail?
  tms-init logs setup-shop -f                watch all that is written
  tms-init logs setup-shop 3 --tail 20
  tms-init logs setup-shop 3 --attempt 1 > first.log
`;

async function logs(
  session: Session,
  taskId: string,
  step: number | undefined,
  { follow, patience, ...query }: Options,
): Promise<ExitCode> {
  if (query.attempt !== undefined && step === undefined) throw misuse('--attempt needs the number of a step');
  const writer = openLogWriter(session);
  const chosen = step ?? (await chooseStep(session, taskId, writer));
  const asked = { taskId, stepNo: chosen, query };
  if (follow) await followLogs(session, { ...asked, goesOn: step === undefined, patienceMs: patience * 1000 }, writer);
  else await showLog(session, { path: `${stepPath(taskId, chosen)}/log`, query }, writer);
  return EXIT.success;
}

async function chooseStep(session: Session, taskId: string, writer: ReturnType<typeof openLogWriter>): Promise<number> {
  const steps = await session.api().get<readonly Step[]>(`${taskPath(taskId)}/steps`);
  const withStatus = (wanted: string) => steps.find(({ status }) => status === wanted);
  const ran = steps.findLast(({ attempts }) => attempts > 0);
  const step = withStatus('RUNNING') ?? withStatus('FAILED') ?? ran ?? steps[0];
  if (!step) throw misuse('the task has no steps');
  writer.begin(step);
  return step.stepNo;
}
