/** Reads from /proc, where a process may end between two looks at it and those of others are closed: no fault, an answer. */

export function tryRead<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
