/** `tms-init steps TASK`: the steps of a task. */

import type { Step } from '../api/answers.ts';
import { taskPath } from '../api/paths.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { markOf, paintOf } from '../output/marks.ts';
import type { Colors } from '../output/output.ts';
import type { Session } from '../session.ts';
import { durationText, msBetween } from '../text/duration.ts';
import { inertJsonLines } from '../text/inert-json.ts';
import { inertLine } from '../text/inert.ts';
import { type Cell, tableLines } from '../text/table.ts';
import { taskArgument } from './arguments.ts';
import type { Define } from './definition.ts';

export const define: Define = (command, action) => {
  command.addArgument(taskArgument()).addHelpText('after', HELP).action(action(steps));
};

const HELP = `
Examples:
  tms-init steps setup-shop
  tms-init steps setup-shop --json | jq '.[] | select(.status == "FAILED")'

STARTS counts how often the script of a step was started.
`;

async function steps({ api, output, json }: Session, taskId: string): Promise<ExitCode> {
  const found = await api().get<readonly Step[]>(`${taskPath(taskId)}/steps`);
  if (json) output.lines(inertJsonLines(found));
  else
    output.lines(
      tableLines(
        [HEAD.map((text) => ({ text, paint: output.colors.bold })), ...found.map((step) => row(step, output.colors))],
        output.columns(),
      ),
    );
  return EXIT.success;
}

const HEAD = ['STEP', 'STATUS', 'STARTS', 'CODE', 'TOOK', 'NAME', 'MESSAGE'];

function row(step: Step, colors: Colors): readonly Cell[] {
  const tookMs = msBetween(step.startedAt, step.finishedAt);
  return [
    { text: String(step.stepNo) },
    { text: `${markOf(step.status)} ${inertLine(step.status ?? 'no status')}`, paint: paintOf(step.status, colors) },
    { text: String(step.attempts) },
    { text: step.exitCode === null ? '' : String(step.exitCode) },
    { text: tookMs === null ? '' : durationText(tookMs), paint: colors.dim },
    { text: inertLine(step.name) },
    { text: inertLine(step.message ?? ''), paint: colors.dim },
  ];
}
