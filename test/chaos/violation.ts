/** Something in a history that must not be. */

export interface Violation {
  /** The invariant, see check.ts. */
  readonly rule: string;
  /** Milliseconds since the epoch; null where it belongs to no moment. */
  readonly at: number | null;
  readonly taskId: string | null;
  readonly text: string;
}

/** Makes the violations of one rule. */
export function ofRule(rule: string) {
  return (taskId: string | null, at: number | null, text: string): Violation => ({ rule, at, taskId, text });
}
