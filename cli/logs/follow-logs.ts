/** Follows the log of a step until the step has ended, and where it is wanted those of the steps after it. */

import { setTimeout as pause } from 'node:timers/promises';

import type { EventSourceMessage } from 'eventsource-parser';

import type { Step, Task } from '../api/answers.ts';
import { followStream } from '../api/follow-stream.ts';
import { stepPath, taskPath } from '../api/paths.ts';
import type { Session } from '../session.ts';
import { inertJson } from '../text/inert-json.ts';
import { inertLine } from '../text/inert.ts';
import { type LogQuery, logQuery } from './log-query.ts';
import type { LogWriter } from './log-writer.ts';

export interface FollowedLogs {
  readonly taskId: string;
  readonly stepNo: number;
  readonly query: LogQuery;
  /** Whether the next steps come after it. */
  readonly goesOn: boolean;
  readonly patienceMs: number;
}

/** Between two looks for the next step. */
const LOOK_MS = 300;

export async function followLogs(session: Session, followed: FollowedLogs, writer: LogWriter): Promise<void> {
  await followLog(session, followed, writer);
  let last = followed;
  for (;;) {
    const next = followed.goesOn ? await nextStep(session, last) : null;
    if (next === null) break;
    writer.begin(next);
    last = { ...followed, stepNo: next.stepNo, query: {} };
    await followLog(session, last, writer);
  }
  await writer.end();
}

/** The step that was started after this one; null where none is going to be. */
async function nextStep({ api }: Session, { taskId, stepNo }: FollowedLogs): Promise<Step | null> {
  for (;;) {
    // The task first: once it has ended, the steps that are read after it are the final ones.
    const { active } = await api().get<Task>(taskPath(taskId));
    const steps = await api().get<readonly Step[]>(`${taskPath(taskId)}/steps`);
    const index = steps.findIndex((step) => step.stepNo === stepNo);
    const [last, next] = steps.slice(index, index + 2);
    if (last?.status !== 'SUCCESS' || next === undefined) return null;
    if (next.status !== 'PENDING' && isLater(next, last)) return next;
    if (!active) return null;
    await pause(LOOK_MS);
  }
}

/** Not of a run before. */
function isLater({ startedAt }: Step, last: Step): boolean {
  return startedAt !== null && last.startedAt !== null && Date.parse(startedAt) >= Date.parse(last.startedAt);
}

async function followLog(
  session: Session,
  { taskId, stepNo, query, patienceMs }: FollowedLogs,
  writer: LogWriter,
): Promise<void> {
  const { output, json } = session;
  let attempt = query.attempt;
  const stream = followStream(session.api(), {
    // A step that is started again meanwhile has a new log, in which the place to go on is another one.
    path: () =>
      `${stepPath(taskId, stepNo)}/log${logQuery({ ...query, ...(attempt !== undefined && { attempt }) }, { follow: 'true' })}`,
    isEnd: ({ event }) => event === 'end',
    onLost: ({ message }) => output.note(`Trying again: ${inertLine(message)}`),
    signal: new AbortController().signal,
    patienceMs,
  });
  for await (const message of stream) {
    const data: unknown = JSON.parse(message.data);
    if (message.event === 'begin') ({ attempt } = data as { readonly attempt: number });
    if (json) output.lines([inertJson(lineOf(message, data, stepNo))]);
    else if (message.event === undefined) await writer.write(data as string);
    else if (message.event === 'reset') output.note('The log was cut; it begins anew.');
  }
}

function lineOf({ event }: EventSourceMessage, data: unknown, stepNo: number): object {
  return event === undefined ? { event: 'piece', stepNo, content: data } : { event, stepNo, ...(data as object) };
}
