/** Text as a column can hold it: without NUL, well-formed, and cut with a mark where the column is too short. */

const MARK = '…';

/** @param most characters (code points, as PostgreSQL counts them); null: no limit. */
export function cleanText(text: string, most: number | null): string {
  const clean = text.replaceAll('\0', '\uFFFD').toWellFormed();
  if (most === null || clean.length <= most) return clean;
  const characters = Array.from(clean);
  return characters.length <= most ? clean : characters.slice(0, most - 1).join('') + MARK;
}
