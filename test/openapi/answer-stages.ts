/** How the answers that are no problems are brought about. */

import type { Operation } from '../fuzz/description.ts';
import { type Provoke, send } from './problem-stages.ts';

type AnswerStages = Readonly<Record<string, Provoke>>;

/** By `operationId status`, or by `operationId status media-type` where an operation has several. */
const ANSWER_STAGES: AnswerStages = {
  'executeTask 200': asking({ taskId: 'done' }),
  'executeTask 202': async (stage, operation) =>
    send(stage, operation, { values: { taskId: await stage.createTask(['true']) } }),
  'cancelTask 202': async (stage, operation) => send(stage, operation, { values: { taskId: await stage.busyTask() } }),
  'getEvents 204': (stage, operation) =>
    send(stage, operation, { values: { taskId: 'done' }, headers: { 'Last-Event-ID': `${stage.run}:end` } }),
  'getLog 200 text/event-stream': asking({ taskId: 'done', follow: 'true' }),
  'getLog 206 text/plain': (stage, operation) =>
    send(stage, operation, { values: { taskId: 'done' }, headers: { Range: 'bytes=0-2' } }),
  'getMachine 200 text/javascript': asking({ format: 'xstate-js' }),
  'getMachine 200 text/vnd.mermaid': asking({ format: 'mermaid' }),
  'getMachine 200 application/scxml+xml': asking({ format: 'scxml' }),
  'getMachine 200 text/plain': asking({ format: 'plantuml' }),
  'getMachine 200 text/vnd.graphviz': asking({ format: 'dot' }),
  'getMachine 200 image/svg+xml': asking({ format: 'svg' }),
  'getVisualizerFile 200 text/javascript': asking({ file: 'index-1.js' }),
  'getVisualizerFile 200 text/css': asking({ file: 'index-1.css' }),
  'getVisualizerFile 200 image/svg+xml': asking({ file: 'icon-1.svg' }),
  'getDocsFile 200 text/javascript': asking({ file: 'index-1.js' }),
  'getDocsFile 200 text/css': asking({ file: 'index-1.css' }),
  'getDocsFile 200 image/svg+xml': asking({ file: 'icon-1.svg' }),
};

/** Of every other operation, by status. */
const GENERAL: AnswerStages = {
  200: asking({ taskId: 'done' }),
  201: asking({}),
  302: asking({}),
  async 304(stage, operation) {
    const { headers } = await send(stage, operation, { values: { taskId: 'done' } });
    return send(stage, operation, { values: { taskId: 'done' }, headers: { 'If-None-Match': headers['etag'] ?? '' } });
  },
};

/** @param type null for an answer without a body */
export function answerStage(operation: Operation, status: string, type: string | null): Provoke | undefined {
  const { operationId, method } = operation;
  const named = ANSWER_STAGES[`${operationId} ${status} ${type}`] ?? ANSWER_STAGES[`${operationId} ${status}`];
  if (named !== undefined) return named;
  if (method !== 'GET' && ['200', '202', '204'].includes(status)) return onFailedTask;
  if (status !== '200' || type === null) return GENERAL[status];
  // One of several forms, by its name.
  return (stage, asked) => send(stage, asked, { values: { taskId: 'done' }, headers: { Accept: type } });
}

/** What changes a task gets one of its own. */
const onFailedTask: Provoke = async (stage, operation) =>
  send(stage, operation, { values: { taskId: await stage.failedTask() } });

function asking(values: Readonly<Record<string, string>>): Provoke {
  return (stage, operation) => send(stage, operation, { values });
}
