/** A value that changes quickly, shown as it is now and then: what is gone in a moment cannot be looked at. */

import { useEffect, useRef, useState } from 'preact/hooks';

/** The newest value, but each for at least so long. */
export function useSteady<T>(value: T, leastMs: number): T {
  const [shown, setShown] = useState(value);
  const since = useRef(performance.now());
  useEffect(() => {
    if (value === shown) return;
    const show = () => {
      since.current = performance.now();
      setShown(value);
    };
    const timer = setTimeout(show, since.current + leastMs - performance.now());
    return () => clearTimeout(timer);
  }, [value, shown, leastMs]);
  return shown;
}
