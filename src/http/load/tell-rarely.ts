/** Tells of something that strangers can bring about as often as they like, but once a minute at most. */

const TOLD_MS = 60_000;

export function tellRarely(tell: () => void): () => void {
  let toldAt = -TOLD_MS;
  return () => {
    if (performance.now() - toldAt < TOLD_MS) return;
    toldAt = performance.now();
    tell();
  };
}
