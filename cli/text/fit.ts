/** Texts in columns of a terminal, where a character may take none, one or two. */

import stringWidth from 'string-width';

const CUT = '…';

/** Cut at so many columns, with a mark; for text without colours. */
export function cutTo(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  const segments = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  let kept = '';
  for (const segment of segments) {
    if (stringWidth(kept + segment) > columns - 1) break;
    kept += segment;
  }
  return columns < 1 ? '' : kept + CUT;
}

/** Filled up with blanks to so many columns. */
export function fillTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - stringWidth(text)));
}

export function widthOf(text: string): number {
  return stringWidth(text);
}
