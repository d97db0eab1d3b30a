/** Executes a task, and watches its run where that is wanted. */

import type { ExecuteAnswer, Step } from './api/answers.ts';
import { taskPath } from './api/paths.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { countText } from './output/count-text.ts';
import type { Session } from './session.ts';
import { inertJsonLines } from './text/inert-json.ts';
import { inertLine } from './text/inert.ts';

export interface Execution {
  readonly taskId: string;
  /** Whether nobody can have executed it before. */
  readonly isNew?: boolean;
  readonly fromStep?: number;
  readonly watch?: true;
  /** Of watching. */
  readonly patience: number;
}

export async function executeTask(session: Session, execution: Execution): Promise<ExitCode> {
  const { taskId, fromStep, watch, patience } = execution;
  const api = session.api();
  // What was done before is told apart from what this run does.
  const before = watch && !execution.isNew ? await api.get<readonly Step[]>(`${taskPath(taskId)}/steps`) : [];
  const answer = await api.post<ExecuteAnswer>(
    `${taskPath(taskId)}/execute`,
    fromStep === undefined ? undefined : { fromStep },
  );
  if (!watch) return tellAccepted(session, answer);
  if (!session.json) session.output.note(describe(answer));
  const { watchTask } = await import('./watch/watch-task.ts');
  return watchTask(session, { taskId, before, patienceMs: patience * 1000 });
}

function tellAccepted(session: Session, answer: ExecuteAnswer): ExitCode {
  const { output, json } = session;
  output.lines(json ? inertJsonLines(answer) : [describe(answer)]);
  if (!json && answer.status === 'RUNNING')
    output.note(`To watch it: ${session.command('status', [answer.taskId], '--watch')}`);
  return EXIT.success;
}

function describe(answer: ExecuteAnswer): string {
  const taskId = inertLine(answer.taskId);
  if (answer.started) return `The run of ${taskId} was accepted: ${countText(answer)}.`;
  if (answer.status === 'SUCCESS') return `There is nothing to run in ${taskId}: ${countText(answer)}.`;
  return `${taskId} is running already: ${countText(answer)}.`;
}
