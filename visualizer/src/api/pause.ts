/** A pause that ends early when something changed: a new token, a click on "try now", an action, the page being looked at again. */

const WAKE = 'page.wake';

/** Ends all pauses at once. */
export function wakeAll(): void {
  document.dispatchEvent(new Event(WAKE));
}

/** @param ms null: until something wakes it. It also lasts for as long as the page is hidden. */
export function pauseUntil(ms: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      clearTimeout(timer);
      resolve();
    };
    let isDue = false;
    const timer = ms === null ? undefined : setTimeout(() => (document.hidden ? (isDue = true) : end()), ms);
    const whileWaiting = { signal: ended.signal };
    document.addEventListener(WAKE, end, whileWaiting);
    document.addEventListener('visibilitychange', () => (isDue && !document.hidden ? end() : undefined), whileWaiting);
    signal.addEventListener('abort', end, whileWaiting);
    if (signal.aborted) end();
  });
}
