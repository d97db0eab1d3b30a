/** One piece of work for all who ask for it before it begins. */

/** Begins with some work when its turn comes, never at once. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export type Shared = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** What has begun is not shared: it may be older than what somebody knows who asks now. */
export function shareWaiting(inTurn: InTurn): Shared {
  const waiting = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>) => {
    // Whoever has the same key asks for the same.
    const same = waiting.get(key) as Promise<T> | undefined;
    if (same) return same;
    const forget = () => void (waiting.get(key) === answer && waiting.delete(key));
    const answer = inTurn(() => {
      forget();
      return work();
    });
    waiting.set(key, answer);
    // It may have been given up before its turn came.
    answer.then(forget, forget);
    return answer;
  };
}
