/** Reads from /proc, where a process may end between two looks at it and those of others are closed: no fault, an answer. */

/** Whoever has no descriptor or memory left to look with must not conclude that nothing is there. */
const CANNOT_LOOK = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

/** Throws only where nothing can be read at the moment. */
export function tryRead<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (CANNOT_LOOK.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return otherwise;
  }
}
