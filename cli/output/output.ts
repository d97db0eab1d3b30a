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
  readonly columns: () => number | null;
  /** To standard output. */
  readonly lines: (lines: readonly string[]) => void;
  /** To standard error. */
  readonly note: (line: string) => void;
}

export function openOutput({ colors, isDumb }: Environment): Output {
  const { stdout, stderr } = process;
  // One of no size is none that could show anything in place.
  const isTerminal = stdout.isTTY && !isDumb && stdout.columns > 0 && stdout.rows > 0;
  return {
    isTerminal,
    colors: pc.createColors(colors ?? isTerminal),
    columns: () => (isTerminal ? stdout.columns : null),
    lines: (lines) => void stdout.write(lines.map((line) => `${line}\n`).join('')),
    note: (line) => void stderr.write(`${line}\n`),
  };
}
