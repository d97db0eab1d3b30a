/** The problem document of RFC 9457, as JSON. */

import { z } from 'zod';

import { type ProblemCode, problemEntry, PROBLEMS } from './catalogue.ts';

export const PROBLEM_TYPE = 'application/problem+json';

export type ProblemDocument = z.output<typeof problemSchema>;

export const problemSchema = z
  .object({
    type: z.string().meta({
      description: 'A page of this service that says what the problem means and what to do.',
      enum: Object.keys(PROBLEMS).map((code) => `/problems/${code}`),
    }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: 'What was wrong, and where.' }),
    instance: z.string().meta({ description: 'The path of the request.' }),
    reason: z.string().optional().meta({ description: 'Which of several reasons of the same type.' }),
    taskId: z.string().optional(),
  })
  .meta({
    id: 'Problem',
    example: {
      type: '/problems/task-not-found',
      title: 'There is no such task',
      status: 404,
      detail: 'There is no task "setup-shop".',
      instance: '/api/v1/init/tasks/setup-shop',
      taskId: 'setup-shop',
    },
  });

export interface ProblemFacts {
  readonly detail: string;
  readonly instance: string;
  readonly reason?: string | undefined;
  readonly taskId?: string | undefined;
}

export function problemDocument(code: ProblemCode, facts: ProblemFacts): ProblemDocument {
  const { status, title } = problemEntry(code);
  return { type: `/problems/${code}`, title, status, ...facts };
}
