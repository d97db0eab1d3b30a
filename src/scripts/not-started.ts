/** Why no script of an attempt ran, in words that stand in messages: without a path of this host. */

export class NotStarted extends Error {
  override readonly name = 'NotStarted';
}

/** Does something without which the script cannot start; `what` says it, such as "cannot open the log". */
export async function orNotStarted<T>(what: string, action: Promise<T>): Promise<T> {
  try {
    return await action;
  } catch (error) {
    throw new NotStarted(`${what}: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`, { cause: error });
  }
}
