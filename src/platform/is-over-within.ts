/** Waits for a promise, but not for ever. */

/** Whether it was settled, in whichever way, before `ms` were over. It goes on; its owner hears of its end. */
export async function isOverWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  const over = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([over, late]);
  } finally {
    clearTimeout(timer);
  }
}
