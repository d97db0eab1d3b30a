/** Gathers what comes in quick succession, so that the page is drawn anew a few times a second and not for each of it. */

/** Each drawing costs the same, whatever it shows: so few of them that one may scroll meanwhile, and too many to wait for. */
const GATHER_MS = 250;

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
