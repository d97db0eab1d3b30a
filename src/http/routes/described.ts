/** Parts that the descriptions of routes share. */

import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';

import { PROBLEM_TYPE, problemSchema } from '../problems/problem-document.ts';
import { type ProblemCode, PROBLEMS } from '../problems/catalogue.ts';
import { stepNoSchema } from '../schemas/step-no.ts';
import { taskIdSchema } from '../schemas/task-id.ts';

export const taskPath = z.object({ taskId: taskIdSchema });

export const stepPath = z.object({ taskId: taskIdSchema, stepNo: stepNoSchema });

/** @param headers those that this answer has besides the general ones */
export function jsonAnswer(description: string, schema: z.ZodType, headers?: z.ZodObject): ZodOpenApiResponseObject {
  return { description, ...(headers && { headers }), content: { 'application/json': { schema } } };
}

/** The header that has the path of a task. */
export const locationHeader = z
  .string()
  .meta({ description: 'The path of the task.', example: '/api/v1/init/tasks/setup-shop' });

/** An answer without a body: the caller has it already. */
export const notModified: ZodOpenApiResponsesObject = { 304: { description: 'As the ETag in If-None-Match says.' } };

/** What any request can be answered with, whatever it asks for. */
export const ANY_REQUEST = [
  'malformed-request',
  'malformed-url',
  'invalid-host',
  'misdirected-host',
  'request-timeout',
  'headers-too-large',
  'internal',
  'too-many-connections',
  'too-many-streams',
] as const;

/** What any request can be answered with that needs a token. */
export const ACCESS_PROBLEMS = ['unauthorized', 'too-many-requests'] as const;

/** What any request for a task can be answered with. */
export const TASK_PROBLEMS = [
  ...ACCESS_PROBLEMS,
  'invalid-query',
  'invalid-task-id',
  'not-acceptable',
  'task-not-found',
  'task-data-invalid',
  'database-unavailable',
] as const;

/** What any request can be answered with that changes something: every role may look. */
const CHANGE_PROBLEMS = ['forbidden', 'cross-origin'] as const;

/** What any request with a body can be answered with. */
export const BODY_PROBLEMS = [
  ...CHANGE_PROBLEMS,
  'invalid-json',
  'invalid-body',
  'invalid-encoding',
  'payload-too-large',
  'unsupported-media-type',
] as const;

/** What a change of a step by hand can be answered with. */
export const STEP_CHANGE_PROBLEMS = [
  ...TASK_PROBLEMS,
  ...BODY_PROBLEMS,
  'invalid-step-no',
  'step-not-found',
  'already-running',
  'shutting-down',
  'too-many-running',
  'ending',
] as const;

/** The problems with these codes, and those that any request can have. */
export function problemAnswers(...codes: readonly ProblemCode[]): ZodOpenApiResponsesObject {
  return problemAnswersOnly([...codes, ...ANY_REQUEST]);
}

/** The problems with these codes: by status, each with its codes. */
export function problemAnswersOnly(codes: readonly ProblemCode[]): ZodOpenApiResponsesObject {
  const byStatus = Object.groupBy(new Set(codes), (code) => String(PROBLEMS[code].status));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, ofStatus = []]) => [
      status,
      { description: ofStatus.join(', '), content: { [PROBLEM_TYPE]: { schema: problemSchema } } },
    ]),
  );
}
