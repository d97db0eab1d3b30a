/** A refusal of the service (RFC 9457) as a fault of the command: its title, its detail, and what to do. */

import { EXIT } from '../exit-codes.ts';
import { Fault } from '../faults/fault.ts';
import { adviceFor, type ProblemPlace } from './advice.ts';

interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly taskId?: string;
}

/** Null where the answer is no problem document: somebody else gave it. */
export async function readProblem(response: Response, url: string): Promise<ProblemFault | null> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return null;
  const document: unknown = await response.json().catch(() => null);
  return isProblem(document)
    ? new ProblemFault(document, { url, retryAfter: response.headers.get('retry-after') })
    : null;
}

function isProblem(document: unknown): document is Problem {
  if (typeof document !== 'object' || document === null) return false;
  const { type, title, status } = document as Readonly<Record<string, unknown>>;
  return typeof type === 'string' && typeof title === 'string' && typeof status === 'number';
}

export class ProblemFault extends Fault {
  override readonly name = 'ProblemFault';
  readonly code: string;
  readonly status: number;

  constructor(problem: Problem, place: ProblemPlace) {
    const { type, title, status, detail, taskId } = problem;
    const code = type.slice(type.lastIndexOf('/') + 1);
    // What was sent is not what it has to be: the caller's misuse.
    const exitCode = status === 400 ? EXIT.misuse : EXIT.failed;
    const message = detail ? `${title}: ${detail}` : title;
    const advice =
      exitCode === EXIT.misuse ? [] : adviceFor(code, { ...place, taskId: typeof taskId === 'string' ? taskId : null });
    super(exitCode, message, { advice, problem });
    this.code = code;
    this.status = status;
  }

  /** Whether the same may be answered in a moment. */
  get isPassing(): boolean {
    return this.status >= 500 || this.status === 429;
  }
}
