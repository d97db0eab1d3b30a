/** Rows in columns as wide as their widest cell. */

import { cutTo, fillTo, widthOf } from './fit.ts';

export interface Cell {
  /** Without colours. */
  readonly text: string;
  readonly paint?: (text: string) => string;
}

const GAP = '  ';

/** @param columns of the terminal: the last cell is cut there; null: it is not. */
export function tableLines(rows: readonly (readonly Cell[])[], columns: number | null): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, { text }] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(text));
  }
  return rows.map((row) => rowLine(row, widths, columns));
}

function rowLine(row: readonly Cell[], widths: readonly number[], columns: number | null): string {
  const parts: string[] = [];
  let left = columns ?? Number.POSITIVE_INFINITY;
  for (const [index, { text, paint = String }] of row.entries()) {
    const width = index === row.length - 1 ? widthOf(text) : (widths[index] ?? 0);
    const shown = cutTo(fillTo(text, width), Math.max(left, 0));
    if (shown !== '') parts.push(paint(shown));
    left -= width + GAP.length;
  }
  return parts.join(GAP).trimEnd();
}
