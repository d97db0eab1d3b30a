/** `tms-init plan TASK`: what execute would do now. */

import type { Plan, PlannedStep } from '../api/answers.ts';
import { taskPath } from '../api/paths.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Colors } from '../output/output.ts';
import type { Session } from '../session.ts';
import { inertJsonLines } from '../text/inert-json.ts';
import { inertLine } from '../text/inert.ts';
import { type Cell, tableLines } from '../text/table.ts';
import { taskArgument } from './arguments.ts';
import type { Define } from './definition.ts';

export const define: Define = (command, action) => {
  command.addArgument(taskArgument()).addHelpText('after', HELP).action(action(plan));
};

const HELP = `
Nothing is executed. Each step is told with what would become of it: skip, run, or
reset-and-run (it was interrupted), and why.

Example:
  tms-init plan setup-shop
`;

async function plan({ api, output, json }: Session, taskId: string): Promise<ExitCode> {
  const found = await api().get<Plan>(`${taskPath(taskId)}/plan`);
  output.lines(json ? inertJsonLines(found) : describe(found, output));
  return EXIT.success;
}

function describe({ canExecute, reason, steps }: Plan, { colors, columns }: Session['output']): readonly string[] {
  const head = canExecute ? 'Execute would do this now' : 'Execute would not start a run now';
  const rows = steps.map((step) => row(step, colors));
  return [reason === null ? `${head}:` : `${head}: ${inertLine(reason)}`, ...tableLines(rows, columns())];
}

function row({ stepNo, action, why }: PlannedStep, colors: Colors): readonly Cell[] {
  return [
    { text: `  ${stepNo}` },
    { text: inertLine(action), paint: action === 'skip' ? colors.dim : colors.yellow },
    { text: inertLine(why), paint: colors.dim },
  ];
}
