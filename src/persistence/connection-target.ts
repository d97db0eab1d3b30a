/** Where a database is: one way of saying it for PostgreSQL and the embedded database. */

/** `url` may hold a password: it is never logged. The other form is the embedded database behind its Unix socket. */
export type ConnectionTarget =
  | { readonly url: string }
  | {
      /** The folder of the Unix socket. */
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly maxConnections?: number;
    };

/** The target in words, without the password. */
export function describeTarget(target: ConnectionTarget): string {
  if (!('url' in target)) return `The embedded database at ${target.host}`;
  const url = new URL(target.url);
  return `PostgreSQL at ${addressOf(target)} (database "${databaseOf(url)}", user "${decodeURIComponent(url.username)}")`;
}

/** Host and port. */
export function addressOf(target: ConnectionTarget): string {
  if (!('url' in target)) return `${target.host}:${target.port}`;
  const url = new URL(target.url);
  const host = decodeURIComponent(url.hostname) || url.searchParams.get('host') || 'localhost';
  return `${host}:${url.port || '5432'}`;
}

/** PostgreSQL names a database after its user where none is named. */
export function databaseOf(url: URL): string {
  return decodeURIComponent(url.pathname.slice(1) || url.username);
}
