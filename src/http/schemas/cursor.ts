/** The position in a list of tasks as callers see it: opaque, so that nobody counts on what is in it. */

/** The largest number a row can have. */
const MOST = 2n ** 63n - 1n;

/** Before a position that is no such number, as adopted tables may have them. */
const MARK = '~';

const MOST_CHARACTERS = 512;

export function encodeCursor(position: string): string {
  return Buffer.from(isNumber(position) ? position : `${MARK}${position}`).toString('base64url');
}

/** null where it was not made by us. */
export function decodeCursor(cursor: string): string | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = text.startsWith(MARK) ? text.slice(MARK.length) : text;
  return encodeCursor(position) === cursor && position.length <= MOST_CHARACTERS ? position : null;
}

function isNumber(position: string): boolean {
  return /^[1-9]\d{0,18}$/.test(position) && BigInt(position) <= MOST;
}
