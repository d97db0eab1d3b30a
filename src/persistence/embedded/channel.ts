/** What passes between the service and its database process. */

import type { ProcessIdentity } from './process-identity.ts';

/** Given at the start, as the process's only argument. */
export interface Assignment {
  /** Real path of the data folder. */
  readonly dataDir: string;
  /** Holds the socket and nothing else; the process removes it at its end. */
  readonly socketFolder: string;
  readonly service: ProcessIdentity;
  /** The file that a new database is made from, where there is one. */
  readonly template: string;
}

/** From the database process. `refused`: it cannot open the data folder; the message is one line. */
export type Report =
  | { readonly kind: 'ready'; readonly opening: Opening }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'pong' };

/** From the service. The order to end is the end of the channel itself, so that it cannot get lost. */
export type Request = 'ping';

/** What was found in the data folder. */
export interface Opening {
  /** A database was made. */
  readonly created: boolean;
  /** The rest of a first start that was interrupted has been removed. */
  readonly removedUnfinished: boolean;
  /** Why the template could not be used, so that the database was made anew; null where that is not so. */
  readonly templateFault: string | null;
}

/** PostgreSQL clients look for this name in a socket folder. */
export const SOCKET_PORT = 5432;
export const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;
