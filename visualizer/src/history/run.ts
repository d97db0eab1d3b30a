/** A run in the list of the runs of a task. */

export interface Run {
  readonly run: string;
  readonly startedAt: string | null;
  readonly by: string | null;
  /** null: it goes on, or whoever had it died. */
  readonly end: string | null;
}
