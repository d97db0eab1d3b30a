/** What the HTTP room may ask to be done to a task that does not run. */

import type { Step } from '../../domain/rows.ts';
import type { Resolution } from '../../domain/transitions/resolve-step.ts';
import type { Mending } from './mend-step.ts';
import type { StepOfTask } from './read-step.ts';

export interface Interventions {
  /** Deletes a task with its steps and files. Throws a Refusal. */
  deleteTask(taskId: string): Promise<void>;
  /** Gives a step that is not SUCCESS another script; the step as it is then. Throws a Refusal. */
  mendStep(mending: Mending): Promise<Step<string | null>>;
  /** Settles a step, and the status of its task with it; the step as it is then. Throws a Refusal. */
  resolveStep(resolution: Resolution & StepOfTask): Promise<Step<string | null>>;
}
