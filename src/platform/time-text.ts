/** The time now as ISO 8601, for whoever asks several times in a millisecond. */

/** Made once a millisecond: to make it costs as much as all else that is told of a transition. */
export function openTimeText(): () => string {
  let madeAt = Number.NaN;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== madeAt) text = new Date(now).toISOString();
    madeAt = now;
    return text;
  };
}
