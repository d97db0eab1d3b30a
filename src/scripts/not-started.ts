/** Why no script of an attempt ran, in words that stand in messages: without a path of this host. */

import { isOverWithin } from '../platform/is-over-within.ts';

export class NotStarted extends Error {
  override readonly name = 'NotStarted';
}

/** A disk that does not answer for so long is taken for dead. */
const LONGEST_MS = 20_000;

/** Does something without which the script cannot start; `what` says it, such as "cannot open the log". */
export async function orNotStarted<T>(what: string, action: Promise<T>): Promise<T> {
  if (!(await isOverWithin(action, LONGEST_MS))) throw new NotStarted(`${what}: ETIMEDOUT`);
  try {
    return await action;
  } catch (error) {
    if (error instanceof NotStarted) throw error;
    throw new NotStarted(`${what}: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`, { cause: error });
  }
}
