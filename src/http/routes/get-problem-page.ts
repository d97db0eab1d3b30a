/** GET /problems/{code}: the page that says what a problem means. */

import { z } from 'zod';

import { isProblemCode, type ProblemCode, PROBLEMS } from '../problems/catalogue.ts';
import { HttpProblem } from '../problems/http-problem.ts';
import { problemPage } from '../problems/problem-page.ts';
import { problemAnswers } from './described.ts';
import type { Route } from './route.ts';

const codePath = z.object({ code: z.enum(Object.keys(PROBLEMS) as [ProblemCode]).meta({ example: 'task-not-found' }) });

export function getProblemPage(): Route {
  return {
    method: 'get',
    path: '/problems/:code',
    access: 'open',
    operation: {
      operationId: 'getProblemPage',
      summary: 'Read what a problem means and what to do',
      requestParams: { path: codePath },
      responses: {
        200: { description: 'A page for people.', content: { 'text/html': { schema: z.string() } } },
        ...problemAnswers('not-found'),
      },
    },
    handlers: [
      (ctx) => {
        const code = ctx.params['code'] ?? '';
        if (!isProblemCode(code)) throw new HttpProblem('not-found', 'There is no problem of this name.');
        ctx.set('Cache-Control', 'max-age=3600');
        ctx.type = 'text/html; charset=utf-8';
        ctx.body = problemPage(code);
      },
    ],
  };
}
