/** Whether the browser leaves out what is in an element, because it is out of view: see content-visibility. */

import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const CHANGE = 'contentvisibilityautostatechange';

/** False where the browser does not say so. */
export function useIsOutOfView(element: RefObject<HTMLElement | null>): boolean {
  const [isOutOfView, setOutOfView] = useState(false);
  useEffect(() => {
    const heard = (event: Event) => setOutOfView((event as ContentVisibilityAutoStateChangeEvent).skipped);
    element.current?.addEventListener(CHANGE, heard);
    return () => element.current?.removeEventListener(CHANGE, heard);
  }, [element]);
  return isOutOfView;
}
