/** What the API answers, as far as the command line reads it. */

export interface Task {
  readonly taskId: string;
  readonly name: string;
  readonly status: string | null;
  /** Whether a live service holds the run now; RUNNING without it was interrupted. */
  readonly active: boolean;
  readonly owner: string | null;
  readonly totalSteps: number;
  readonly successSteps: number;
  readonly message: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

export interface Step {
  readonly stepNo: number;
  readonly name: string;
  readonly script: string | null;
  readonly status: string | null;
  readonly message: string | null;
  readonly exitCode: number | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly attempts: number;
}

export interface TaskPage {
  readonly items: readonly Task[];
  readonly nextCursor: string | null;
}

export interface Snapshot {
  readonly taskId: string;
  readonly status: string | null;
  readonly totalSteps: number;
  readonly successSteps: number;
}

export interface ExecuteAnswer extends Snapshot {
  /** Whether this call started a run. */
  readonly started: boolean;
}

export interface Plan {
  readonly canExecute: boolean;
  readonly reason: string | null;
  readonly steps: readonly PlannedStep[];
}

export interface PlannedStep {
  readonly stepNo: number;
  /** `skip`, `reset-and-run`, `run`. */
  readonly action: string;
  readonly why: string;
}
