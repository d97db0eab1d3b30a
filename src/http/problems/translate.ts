/** The one place where something thrown becomes the answer to a request. */

import { Refusal } from '../../domain/refusal.ts';
import type { Mask } from '../../platform/mask-secrets.ts';
import { type ProblemCode, problemEntry } from './catalogue.ts';
import { HttpProblem } from './http-problem.ts';
import { type ProblemDocument, problemDocument } from './problem-document.ts';

export interface ProblemAnswer {
  readonly code: ProblemCode;
  readonly document: ProblemDocument;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the request itself tells. */
export interface RequestFacts {
  readonly instance: string;
  readonly taskId: string | undefined;
}

/** A refusal keeps its words; of anything else nothing gets out. */
export function translate(error: unknown, mask: Mask, { instance, taskId }: RequestFacts): ProblemAnswer {
  const known = error instanceof Refusal || error instanceof HttpProblem;
  if (!known) return answer('internal', { detail: 'The service has a fault; its log says more.', instance, taskId });
  const facts = { detail: mask(error.message), instance, reason: error.reason, taskId: error.taskId ?? taskId };
  return answer(error.code, facts, error instanceof HttpProblem ? error.headers : {});
}

function answer(
  code: ProblemCode,
  facts: Parameters<typeof problemDocument>[1],
  headers: Readonly<Record<string, string>> = {},
): ProblemAnswer {
  const { retryAfterS } = problemEntry(code);
  return {
    code,
    document: problemDocument(code, facts),
    headers: retryAfterS === undefined ? headers : { ...headers, 'Retry-After': String(retryAfterS) },
  };
}
