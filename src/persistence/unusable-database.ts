/** A database the service cannot start with; the message is one line that says why, for the person who starts it. */

export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}
