/** Tells what a deletion takes with it, and asks whether it is meant. */

import { adviceFor } from '../api/advice.ts';
import type { Task } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { taskPath } from '../api/paths.ts';
import { EXIT } from '../exit-codes.ts';
import { Fault } from '../faults/fault.ts';
import { markOf, statusOf } from '../output/marks.ts';
import type { Session } from '../session.ts';
import { isAgreed } from '../terminal-question.ts';
import { inertLine } from '../text/inert.ts';
import { localTime } from '../text/local-time.ts';
import { type Cell, tableLines } from '../text/table.ts';

/** Throws a Fault where one of them is not there, or runs: nothing is deleted then. */
export async function isDeletionAgreed({ output }: Session, api: Api, taskIds: readonly string[]): Promise<boolean> {
  const tasks: Task[] = [];
  for (const taskId of taskIds) tasks.push(await readIdle(api, taskId));
  output.note('This will be deleted for good, with scripts, logs and journals:');
  for (const line of tableLines(tasks.map(row), output.columns())) output.note(line);
  return isAgreed(tasks.length === 1 ? 'Delete this task?' : `Delete these ${tasks.length} tasks?`);
}

async function readIdle(api: Api, taskId: string): Promise<Task> {
  const task = await api.get<Task>(taskPath(taskId));
  if (!task.active) return task;
  throw new Fault(EXIT.failed, `${taskId} is running, so it cannot be deleted; nothing was deleted`, {
    advice: adviceFor('already-running', { url: api.url, retryAfter: null, taskId }),
  });
}

function row(task: Task): readonly Cell[] {
  const { totalSteps, updatedAt } = task;
  return [
    { text: `  ${markOf(task.status)} ${inertLine(statusOf(task))}` },
    { text: inertLine(task.taskId) },
    { text: `${totalSteps} ${totalSteps === 1 ? 'step' : 'steps'}` },
    { text: `changed ${localTime(updatedAt)}` },
    { text: inertLine(task.name) },
  ];
}
