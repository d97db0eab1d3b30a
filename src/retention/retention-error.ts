/** Why nothing can be deleted; the message is one line for whoever asked for it. */

export class RetentionError extends Error {
  override readonly name = 'RetentionError';
}
