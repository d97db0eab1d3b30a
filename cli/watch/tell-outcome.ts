/** The last words on a run that was watched: how it ended, the end of the log of the step that failed, and the command that resumes. */

import type { Step, Task } from '../api/answers.ts';
import { stepPath } from '../api/paths.ts';
import { Fault } from '../faults/fault.ts';
import { countText } from '../output/count-text.ts';
import { markOf, paintOf, statusOf } from '../output/marks.ts';
import type { Session } from '../session.ts';
import { durationText, msBetween } from '../text/duration.ts';
import { inertLine, inertText } from '../text/inert.ts';
import { stripVTControlCharacters } from 'node:util';
import type { Outcome } from './outcome.ts';
import type { Watched } from './watched.ts';

const TAIL_LINES = 15;

export async function tellOutcome(session: Session, watched: Watched, outcome: Outcome): Promise<void> {
  switch (outcome.kind) {
    case 'ended':
      return tellEnd(session, watched, outcome);
    case 'interrupted':
      return tellInterrupted(session, watched);
    case 'deleted':
      return session.output.note('The task is no longer there: somebody has deleted it.');
    case 'left':
      return tellLeft(session, watched);
  }
}

async function tellEnd(session: Session, watched: Watched, { task, why }: Outcome & { kind: 'ended' }): Promise<void> {
  const { output } = session;
  const paint = paintOf(task.status, output.colors);
  const tookMs = msBetween(startOf(watched), task.finishedAt);
  const took = tookMs === null ? '' : ` after ${durationText(tookMs)}`;
  const said = task.status === 'SUCCESS' ? countText(task) : inertLine(task.message ?? why ?? countText(task));
  output.lines([`${paint(`${markOf(task.status)} ${statusOf(task)}`)} ${inertLine(task.taskId)}${took}: ${said}`]);
  if (task.status !== 'FAILED') return;
  const failed = [...watched.steps.values()].find(({ status }) => status === 'FAILED');
  if (failed && failed.attempts > 0) output.lines(await logEnd(session, task, failed));
  output.note(`Once the cause is mended: ${session.command('resume', [task.taskId], '--watch')}`);
}

/** Where the run was over before it was watched: when the first step of it was started. */
function startOf({ startedAt, before, steps }: Watched): string | null {
  if (startedAt !== null) return startedAt;
  const startsBefore = new Map(before?.map(({ stepNo, attempts }) => [stepNo, attempts]));
  const started = [...steps.values()].find(({ stepNo, attempts }) => attempts > (startsBefore.get(stepNo) ?? 0));
  return started?.startedAt ?? null;
}

async function logEnd(session: Session, { taskId }: Task, { stepNo }: Step): Promise<readonly string[]> {
  const whole = session.command('logs', [taskId, String(stepNo)]);
  try {
    const lines = await readTail(session, stepPath(taskId, stepNo));
    if (lines.length === 0) return [`  The log of step ${stepNo} is empty.`];
    return [`  The log of step ${stepNo} ends so (${whole} shows all of it):`, ...lines.map((line) => `  | ${line}`)];
  } catch (error) {
    // How the run ended is known; that its log cannot be read changes nothing of it.
    if (error instanceof Fault) return [`  The log of step ${stepNo} cannot be read: ${inertLine(error.message)}`];
    throw error;
  }
}

async function readTail(session: Session, path: string): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(30_000);
  const response = await session
    .api()
    .open(`${path}/log?tail=${TAIL_LINES}`, { headers: { Accept: 'text/plain' }, signal });
  const text = stripVTControlCharacters(await response.text()).trimEnd();
  return text === '' ? [] : inertText(text.replaceAll('\r\n', '\n')).split('\n');
}

function tellInterrupted({ output, command }: Session, { task }: Watched): void {
  output.lines([
    `${output.colors.red('✗ RUNNING (interrupted)')} ${inertLine(task?.taskId ?? '')}: no service runs it any more`,
  ]);
  if (task) output.note(`To go on: ${command('resume', [task.taskId], '--watch')}`);
}

function tellLeft({ output, command }: Session, { task }: Watched): void {
  output.note('You no longer watch; the run goes on.');
  if (!task) return;
  output.note(`To watch it again: ${command('status', [task.taskId], '--watch')}`);
  output.note(`To stop it: ${command('cancel', [task.taskId])}`);
}
