/** Why nothing can be deleted; the message is one line for whoever asked for it. */

export interface RetentionFacts {
  readonly cause?: unknown;
  /** Whether the database cannot be reached, or lets this user in no further than its door. */
  readonly isUnreachable?: boolean;
}

export class RetentionError extends Error {
  override readonly name = 'RetentionError';
  readonly isUnreachable: boolean;

  constructor(message: string, { cause, isUnreachable = false }: RetentionFacts = {}) {
    super(message, { cause });
    this.isUnreachable = isUnreachable;
  }
}
