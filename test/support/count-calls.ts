/** Counts the calls of a method while a test looks on; the method goes on as it is. */

export interface CallCount {
  count(): number;
  stop(): void;
}

export function countCalls<Name extends string>(
  object: Record<Name, (...args: never[]) => unknown>,
  name: Name,
): CallCount {
  const original = object[name];
  let count = 0;
  object[name] = function counted(this: unknown, ...args: never[]) {
    count += 1;
    return original.apply(this, args);
  };
  return {
    count: () => count,
    stop: () => {
      object[name] = original;
    },
  };
}
