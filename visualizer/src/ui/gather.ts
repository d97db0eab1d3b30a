/** Gathers what comes in quick succession, so that the page is drawn anew a few times a second and not for each of it. */

/** Long enough to draw a thousand steps, and too short to be waited for. */
const GATHER_MS = 100;

/** What comes first after a while is handed over at once. */
export function gather<T>(handOver: (gathered: readonly T[]) => void): (one: T) => void {
  let gathered: T[] = [];
  let isWaiting = false;
  const flush = () => {
    isWaiting = gathered.length > 0;
    if (!isWaiting) return;
    handOver(gathered);
    gathered = [];
    setTimeout(flush, GATHER_MS);
  };
  return (one) => {
    gathered.push(one);
    if (!isWaiting) flush();
  };
}
