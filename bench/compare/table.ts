/** The table of goals, for a terminal and for a page. */

import type { Judged } from './judge.ts';

const HEADS = ['what', 'goal', 'measured', ''];

export function textTable(judged: readonly Judged[]): string {
  const rows = [HEADS, ...judged.map(cellsOf)];
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => line.trimEnd()).join('\n');
}

export function pageTable(judged: readonly Judged[]): string {
  return markdown(HEADS, judged.map(cellsOf));
}

export function markdown(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [pageLine(heads), `|${heads.map(() => '---|').join('')}`, ...rows.map(pageLine)].join('\n');
}

function pageLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function cellsOf({ what, goal, measured, verdict }: Judged): readonly string[] {
  return [what, goal, measured, verdict];
}
