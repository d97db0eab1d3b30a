/** GET /tasks/{taskId}/steps/{stepNo}/log: what the script of a step wrote. */

import type { Context } from 'koa';
import { z } from 'zod';

import type { Step } from '../../domain/rows.ts';
import { answerPage, logPageSchema } from '../log/answer-page.ts';
import { answerFollow } from '../log/answer-follow.ts';
import { answerText } from '../log/answer-text.ts';
import { findLog } from '../log/find-log.ts';
import { type LogQuery, logQuerySchema } from '../log/log-query.ts';
import type { LogState } from '../log/log-state.ts';
import { openLogTails } from '../log/log-tails.ts';
import { HttpProblem } from '../problems/http-problem.ts';
import { accept } from '../requests/accept.ts';
import { readQuery } from '../requests/read-query.ts';
import { readStepNo } from '../requests/read-step-no.ts';
import { readTaskId } from '../requests/read-task-id.ts';
import type { Rooms } from '../rooms.ts';
import { wholeNumber } from '../schemas/whole-number.ts';
import { findStep } from '../../domain/find-step.ts';
import { readStepRow } from '../tasks/read-rows.ts';
import type { SeenRows } from '../tasks/seen-rows.ts';
import { jsonAnswer, problemAnswers, stepPath, TASK_PROBLEMS } from './described.ts';
import { BASE, type Route } from './route.ts';

const EVENT_STREAM = 'text/event-stream';

export function getLog(rooms: Rooms): Route {
  const following = { ...rooms, tails: openLogTails(rooms.logs) };
  return {
    method: 'get',
    path: `${BASE}/tasks/:taskId/steps/:stepNo/log`,
    access: 'read',
    operation,
    handlers: [
      accept('text/plain', 'application/json', EVENT_STREAM),
      async (ctx) => {
        const taskId = await readTaskId(ctx, rooms);
        const stepNo = readStepNo(ctx);
        const query = readQuery(ctx, logQuerySchema);
        checkForm(ctx, query);
        if (query.follow) return answerFollow(ctx, following, { taskId, stepNo, query });
        ctx.vary('Accept');
        ctx.set('Cache-Control', 'no-cache');
        const seen = await readStepRow(rooms, taskId, stepNo);
        await rooms.fileReads(ctx.res, async () => {
          const state = await readState(rooms, seen, { taskId, stepNo, attempt: query.attempt });
          await answer(ctx, rooms, { state, query });
        });
      },
    ],
  };
}

/** Events are told where they are asked for by name, and only there. */
function checkForm(ctx: Context, { follow }: LogQuery): void {
  const isFine = follow ? ctx.accepts(EVENT_STREAM) !== false : ctx.state['form'] !== EVENT_STREAM;
  if (isFine) return;
  const forms = follow ? `${EVENT_STREAM} with follow` : 'text/plain or application/json';
  throw new HttpProblem('not-acceptable', `The answer has the form ${forms}.`);
}

interface Asked {
  readonly taskId: string;
  readonly stepNo: number;
  readonly attempt: number | undefined;
}

async function answer(
  ctx: Context,
  { streams }: Rooms,
  { state, query }: { readonly state: LogState; readonly query: LogQuery },
): Promise<void> {
  let isHandedOver = false;
  try {
    if (ctx.state['form'] === 'application/json') await answerPage(ctx, state, query);
    else isHandedOver = await answerText(ctx, streams, { state, query });
  } finally {
    if (!isHandedOver) await state.log?.close();
  }
}

/** The status was read before the size: once it says that a step has ended, the size counts its last bytes. */
async function readState(rooms: Rooms, seen: SeenRows, { taskId, stepNo, attempt }: Asked): Promise<LogState> {
  const step = findStep(seen.rows, stepNo);
  const found = await findLog(rooms.logs, taskId, step, attempt);
  const size = found.log ? await found.log.size() : 0;
  return {
    taskId,
    stepNo,
    status: step.status,
    attempt: found.attempt,
    log: found.log,
    size,
    grows: found.isCurrent && mayGrow(seen, step),
  };
}

function mayGrow({ holder }: SeenRows, { status }: Step<string | null>): boolean {
  return holder !== null && (status === 'PENDING' || status === 'RUNNING');
}

/** Of the forms of a log, text/plain has them. */
const TEXT_HEADERS = {
  'X-Log-Size': wholeNumber(0, Number.MAX_SAFE_INTEGER).meta({ description: 'Bytes there are by now.' }),
  'X-Log-Next-Offset': wholeNumber(0, Number.MAX_SAFE_INTEGER).meta({ description: 'The byte behind this answer.' }),
  'X-Log-More': z.enum(['true', 'false']).meta({ description: 'Whether there is more to read, now or later.' }),
  'X-Log-Attempt': wholeNumber(0, 999_999_999).meta({ description: '0 where the step was never started.' }),
};

const operation = {
  operationId: 'getLog',
  summary: 'Read the log of a step',
  description: [
    'The bytes the script wrote, unchanged, whole or in part; with Accept: application/json a page of text.',
    'With follow=true server-sent events: begin (attempt, offset), then messages, each a piece of the log as a JSON string',
    'whose id is the offset behind it, reset where the log was cut, and end with the status and exit code of the step.',
    'They wait for a step that was not started yet, and go on at the offset of Last-Event-ID.',
  ].join(' '),
  requestParams: { path: stepPath, query: logQuerySchema },
  responses: {
    200: {
      description: 'The log, or the part the query asks for; empty where nothing was written yet.',
      headers: z.object(TEXT_HEADERS).partial(),
      content: {
        'text/plain': { schema: z.string() },
        ...jsonAnswer('', logPageSchema).content,
        [EVENT_STREAM]: { schema: z.string() },
      },
    },
    206: {
      description: 'The bytes the Range header asks for.',
      headers: z.object({ ...TEXT_HEADERS, 'Content-Range': z.string().meta({ example: 'bytes 0-99/1234' }) }),
      content: { 'text/plain': { schema: z.string() } },
    },
    ...problemAnswers(
      ...TASK_PROBLEMS,
      'invalid-step-no',
      'step-not-found',
      'log-not-available',
      'range-not-satisfiable',
      'shutting-down',
    ),
  },
};
