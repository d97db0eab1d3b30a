/** Asks whoever sits at the terminal. */

import process from 'node:process';
import { createInterface } from 'node:readline';

/** Whether somebody can read a question and answer it. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Whether the answer is yes; anything else, and the end of the input, is no. Ctrl-C ends the process. */
export async function isAgreed(question: string): Promise<boolean> {
  process.stderr.write(`${question} [y/N] `);
  const answer = await readLine();
  if (answer === null) process.stderr.write('\n');
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

/** Null at the end of the input. */
async function readLine(): Promise<string | null> {
  // The terminal itself echoes and edits the line, and makes a signal of Ctrl-C.
  const lines = createInterface({ input: process.stdin, terminal: false });
  const { promise, resolve } = Promise.withResolvers<string | null>();
  // Not by iteration, at whose end Node goes on reading, and waits for ever.
  lines.once('line', resolve).once('close', () => resolve(null));
  const line = await promise;
  lines.close();
  return line;
}
