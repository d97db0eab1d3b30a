/** What the demo tells in the terminal; colours only where the terminal wants them. */

import process from 'node:process';
import { styleText } from 'node:util';

export function chapter(title: string): void {
  console.log(`\n${styleText('bold', title)}`);
}

export function line(text: string): void {
  console.log(`  ${text}`);
}

/** Somebody else's words, such as a log. */
export function quote(text: string): void {
  for (const part of text.trimEnd().split('\n')) line(styleText('dim', `| ${part}`));
}

/** What went wrong, and what had caused it. */
export function problem(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\nThe demo did not come to its end: ${message}\n`);
  if (error instanceof Error && error.cause !== undefined) problem(error.cause);
}
