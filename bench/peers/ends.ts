/** Lets whoever began a task wait for its end, of which a handler elsewhere in this process hears. */

export interface Ends {
  /** Resolves at the end of the task. */
  wait(taskId: string): Promise<void>;
  tell(taskId: string): void;
  /** The fault of one ends all: every figure would be wrong. */
  readonly fail: (error: Error) => void;
}

export function openEnds(): Ends {
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  return {
    wait(taskId) {
      const ended = Promise.withResolvers<void>();
      waiting.set(taskId, ended);
      return ended.promise;
    },
    tell(taskId) {
      waiting.get(taskId)?.resolve();
      waiting.delete(taskId);
    },
    fail(error) {
      for (const ended of waiting.values()) ended.reject(error);
    },
  };
}
