/** The named ways in which the service declines what it was asked. Which HTTP status each becomes is decided in http/. */

export type RefusalCode =
  | 'task-exists'
  | 'task-not-found'
  | 'step-not-found'
  | 'task-has-no-steps'
  | 'task-data-invalid'
  | 'already-running'
  | 'step-succeeded'
  | 'earlier-step-not-success'
  | 'not-running'
  | 'run-not-found'
  | 'log-not-available'
  | 'range-not-satisfiable'
  | 'shutting-down'
  | 'database-unavailable'
  | 'too-many-running'
  | 'ending';

/** What a refusal tells beyond its code; `detail` is for people and holds no path, SQL or secret. */
export interface RefusalFacts {
  readonly taskId?: string;
  /** Which of several reasons of the same code. */
  readonly reason?: string;
  readonly cause?: unknown;
}

/** A request that is declined for a reason the caller can understand. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly taskId: string | undefined;
  readonly reason: string | undefined;

  constructor(code: RefusalCode, detail: string, facts: RefusalFacts = {}) {
    super(detail, { cause: facts.cause });
    this.code = code;
    this.taskId = facts.taskId;
    this.reason = facts.reason;
  }
}

export function taskNotFound(taskId: string): Refusal {
  return new Refusal('task-not-found', `There is no task ${JSON.stringify(taskId)}.`, { taskId });
}

export function shuttingDown(taskId: string): Refusal {
  return new Refusal('shutting-down', 'The service is shutting down.', { taskId });
}
