/** Parts that the descriptions of routes share. */

import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';

import { PROBLEM_TYPE, problemSchema } from '../problems/problem-document.ts';
import { PROBLEMS } from '../problems/catalogue.ts';
import { stepNoSchema } from '../schemas/step-no.ts';
import { taskIdSchema } from '../schemas/task-id.ts';

export const taskPath = z.object({ taskId: taskIdSchema });

export const stepPath = z.object({ taskId: taskIdSchema, stepNo: stepNoSchema });

export function jsonAnswer(description: string, schema: z.ZodType): ZodOpenApiResponseObject {
  return { description, content: { 'application/json': { schema } } };
}

/** An answer without a body: the caller has it already. */
export const notModified: ZodOpenApiResponsesObject = { 304: { description: 'As the ETag in If-None-Match says.' } };

/** The problems of these statuses, each with its codes. */
export function problemAnswers(...statuses: readonly number[]): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: codesOf(status).join(', '), content: { [PROBLEM_TYPE]: { schema: problemSchema } } },
    ]),
  );
}

function codesOf(status: number): string[] {
  return Object.entries(PROBLEMS).flatMap(([code, entry]) => (entry.status === status ? [code] : []));
}
