/** Where a command writes: what it gives on standard output, what it says beside that on standard error. */

import process from 'node:process';

import pc from 'picocolors';

import type { Environment } from '../environment.ts';

export type Colors = ReturnType<typeof pc.createColors>;

export interface Output {
  /** Whether standard output is a terminal that can move its cursor. */
  readonly isTerminal: boolean;
  /** Those of standard output. */
  readonly colors: Colors;
  /** Of the terminal; null where there is none. */
  columns(): number | null;
  /** To standard output. */
  lines(lines: readonly string[]): void;
  /** To standard error. */
  note(line: string): void;
}

export function openOutput({ colors, isDumb }: Environment): Output {
  const { stdout, stderr } = process;
  const isTerminal = stdout.isTTY && !isDumb;
  return {
    isTerminal,
    colors: pc.createColors(colors ?? isTerminal),
    columns: () => (stdout.isTTY ? stdout.columns : null),
    lines: (lines) => void stdout.write(lines.map((line) => `${line}\n`).join('')),
    note: (line) => void stderr.write(`${line}\n`),
  };
}
