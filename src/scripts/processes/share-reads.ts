/** One look at all processes serves everybody who asked before it began: a look is dear when hundreds of scripts end at once. */

export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;

  return () => {
    next ??= afterwards(last, () => {
      last = next ?? last;
      next = null;
      return read();
    });
    return next;
  };
}

/** After the look that is under way, however that ends: its errors belong to those who asked for it. */
function afterwards<T>(last: Promise<unknown>, begin: () => Promise<T>): Promise<T> {
  return last.then(begin, begin);
}
