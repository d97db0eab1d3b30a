/** When something that began has ended. */

/** Never before its start: the clock of the host may have been set back meanwhile, or another host's is ahead. */
export function endTime({ startedAt }: { readonly startedAt: string | null }, at: string): string {
  // Both are ISO 8601 of the same length, so their texts compare as their times do.
  return startedAt !== null && startedAt > at ? startedAt : at;
}
