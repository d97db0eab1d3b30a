/** `tms-init list`: tasks, newest first. */

import type { Api } from '../api/api.ts';
import type { Task, TaskPage } from '../api/answers.ts';
import { listPath } from '../api/paths.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { paintOf, statusOf } from '../output/marks.ts';
import type { Colors } from '../output/output.ts';
import type { Session } from '../session.ts';
import { inertJsonLines } from '../text/inert-json.ts';
import { inertLine } from '../text/inert.ts';
import { localTime } from '../text/local-time.ts';
import { type Cell, tableLines } from '../text/table.ts';
import { wholeNumber } from './arguments.ts';
import type { Define } from './definition.ts';

interface Options {
  readonly status?: string;
  readonly limit: number;
  readonly q?: string;
  readonly active?: true;
}

/** What the service gives at a time. */
const PAGE = 200;

const MOST = 100_000;

export const define: Define = (command, action) => {
  command
    .option('--status <status>', 'only those of this status: PENDING, RUNNING, SUCCESS, FAILED')
    .option('--q <prefix>', 'only those whose id or name begins with this')
    .option('--active', 'only those that a service is running now')
    .option('--limit <n>', 'how many at most', (text) => wholeNumber(text, 1, MOST), 50)
    .addHelpText('after', HELP)
    .action(action(list));
};

const HELP = `
Examples:
  tms-init list --status FAILED              what waits for somebody to mend it
  tms-init list --q shop- --limit 10         the ten newest of which id or name begins with shop-
  tms-init list --json | jq -r '.items[].taskId'
`;

async function list(session: Session, options: Options): Promise<ExitCode> {
  const { items, nextCursor } = await readPages(session.api(), options);
  const { output, json } = session;
  if (json) output.lines(inertJsonLines({ items, nextCursor }));
  else if (items.length === 0) output.note('There is no such task.');
  else
    output.lines(
      tableLines(
        [HEAD.map((text) => ({ text, paint: output.colors.bold })), ...items.map((task) => row(task, output.colors))],
        output.columns(),
      ),
    );
  if (!json && nextCursor !== null)
    output.note(`There are more; --limit ${Math.min(options.limit * 4, MOST)} shows more of them.`);
  return EXIT.success;
}

async function readPages(api: Api, { limit, ...filter }: Options): Promise<TaskPage> {
  const items: Task[] = [];
  let cursor: string | null = null;
  do {
    const page: TaskPage = await api.get(listPath({ ...filter, limit: Math.min(PAGE, limit - items.length), cursor }));
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && items.length < limit);
  return { items, nextCursor: cursor };
}

const HEAD = ['STATUS', 'TASK', 'DONE', 'CHANGED', 'NAME'];

function row(task: Task, colors: Colors): readonly Cell[] {
  return [
    { text: inertLine(statusOf(task)), paint: paintOf(task.status, colors) },
    { text: inertLine(task.taskId) },
    { text: `${task.successSteps}/${task.totalSteps}` },
    { text: localTime(task.updatedAt), paint: colors.dim },
    { text: inertLine(task.name) },
  ];
}
