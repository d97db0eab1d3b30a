/** To which attempt a process belongs. */

/** Null where the environment carries none. */
export function attemptIdIn(environment: string): string | null {
  return /ATTEMPT_ID=([0-9a-f]{16})/.exec(environment)?.[1] ?? null;
}
