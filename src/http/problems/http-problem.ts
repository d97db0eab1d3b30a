/** A request that is declined for a reason of HTTP's own: its form, not the state of a task. */

import type { ProblemCode } from './catalogue.ts';

export interface HttpProblemFacts {
  readonly reason?: string;
  readonly taskId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** `detail` is for the caller: what was wrong where, and nothing from inside the service. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly code: ProblemCode;
  readonly reason: string | undefined;
  readonly taskId: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, detail: string, facts: HttpProblemFacts = {}) {
    super(detail, { cause: facts.cause });
    this.code = code;
    this.reason = facts.reason;
    this.taskId = facts.taskId;
    this.headers = facts.headers ?? {};
  }
}
