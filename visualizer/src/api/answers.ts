/** What the API answers, as far as the page reads it. */

export interface Task {
  readonly taskId: string;
  readonly name: string;
  readonly status: string | null;
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

export interface Attempt {
  readonly attempt: number;
  readonly host: string | null;
  readonly pid: number | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly cause: string | null;
  readonly hasLog: boolean;
}

export interface TaskPage {
  readonly items: readonly Task[];
  readonly nextCursor: string | null;
}

/** What the service says that an execute would do now. */
export interface ServicePlan {
  readonly canExecute: boolean;
  readonly reason: string | null;
  readonly steps: readonly PlannedStep[];
}

export interface PlannedStep {
  readonly stepNo: number;
  readonly action: 'skip' | 'reset-and-run' | 'run';
  readonly why: string;
}

export interface ExecuteAnswer {
  readonly status: string;
  readonly started: boolean;
}
