/** The position in a list of tasks as callers see it: opaque, so that nobody counts on what is in it. */

/** The largest id a row can have. */
const MOST = 2n ** 63n - 1n;

export function encodeCursor(position: string): string {
  return Buffer.from(position).toString('base64url');
}

/** null where it was not made by us. */
export function decodeCursor(cursor: string): string | null {
  const position = Buffer.from(cursor, 'base64url').toString();
  const isOurs = encodeCursor(position) === cursor && /^[1-9]\d{0,18}$/.test(position) && BigInt(position) <= MOST;
  return isOurs ? position : null;
}
