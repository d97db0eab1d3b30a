/** What the HTTP room may ask to be done to a task that does not run. */

export interface Interventions {
  /** Deletes a task with its steps and files. Throws a Refusal. */
  deleteTask(taskId: string): Promise<void>;
}
