/**
 * Where a command writes: what it gives on standard output, what it says beside that on standard error. Whatever a line holds,
 * also of a service that answers otherwise than it should, nothing of it controls a terminal.
 */

import process from 'node:process';

import pc from 'picocolors';

import type { Environment } from '../environment.ts';
import { inertLine } from '../text/inert.ts';
import { inertPainted } from '../text/inert-painted.ts';

export type Colors = ReturnType<typeof pc.createColors>;

export interface Output {
  /** Whether standard output is a terminal that can move its cursor. */
  readonly isTerminal: boolean;
  /** Those of standard output. */
  readonly colors: Colors;
  /** Of the terminal; null where there is none. */
  readonly columns: () => number | null;
  /** To standard output; only colours stay of what is no text. */
  readonly lines: (lines: readonly string[]) => void;
  /** One line to standard error, without colours. */
  readonly note: (line: string) => void;
}

export function openOutput({ colors, isDumb }: Environment): Output {
  const { stdout, stderr } = process;
  // One of no size is none that could show anything in place.
  const isTerminal = stdout.isTTY && !isDumb && stdout.columns > 0 && stdout.rows > 0;
  const wantsColors = colors ?? isTerminal;
  return {
    isTerminal,
    colors: pc.createColors(wantsColors),
    columns: () => (isTerminal ? stdout.columns : null),
    lines: (lines) => void stdout.write(lines.map((line) => `${inertPainted(line, wantsColors)}\n`).join('')),
    note: (line) => void stderr.write(`${inertLine(line)}\n`),
  };
}
