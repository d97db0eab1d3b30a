/** The embedded database cannot be used; the message is one line for the person who starts the service. */

export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}
