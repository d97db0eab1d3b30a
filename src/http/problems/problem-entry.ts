/** What the API knows of a problem. */

export interface ProblemEntry {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
  /** Seconds after which another try makes sense. */
  readonly retryAfterS?: number;
}
