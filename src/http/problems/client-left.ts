/** Nobody waits for the answer any more: there is nothing to say, and nothing went wrong. */
export class ClientLeft extends Error {
  override readonly name = 'ClientLeft';

  constructor() {
    super('the client has left');
  }
}
