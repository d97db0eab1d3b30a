/** Waits for a condition: the one way in which tests wait. */

import { setTimeout } from 'node:timers/promises';

/**
 * The first value of the probe that is truthy. A probe that throws counts as not yet.
 * Throws with the description, and with the last value or error, once `withinMs` are over.
 */
export async function eventually<T>(
  description: string,
  probe: () => T | Promise<T>,
  { withinMs = 5000, everyMs = 10 }: { readonly withinMs?: number; readonly everyMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const last = await attempt(probe);
    if ('value' in last && last.value) return last.value;
    if (performance.now() > deadline) {
      throw new Error(`waited ${withinMs} ms in vain for ${description}; last: ${describe(last)}`, {
        cause: 'error' in last ? last.error : undefined,
      });
    }
    await setTimeout(everyMs);
  }
}

type Attempt<T> = { readonly value: T } | { readonly error: unknown };

async function attempt<T>(probe: () => T | Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await probe() };
  } catch (error) {
    return { error };
  }
}

function describe(last: Attempt<unknown>): string {
  return 'error' in last ? String(last.error) : (JSON.stringify(last.value) ?? 'undefined');
}
