/** Keeps the selected row of a list in view; one that moves on by itself only for those who were looking at it. */

import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

type Found = RefObject<HTMLElement | null>;

export function useSelectedInView(list: Found, selected: number | null, isChosen: boolean): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const row = list.current?.querySelector('[aria-current=true]') ?? null;
    const isLookedAt = last.current === null || isInView(last.current, list.current);
    if (isChosen || isLookedAt) row?.scrollIntoView({ block: 'nearest' });
    last.current = row;
  }, [selected]);
}

function isInView(row: Element, list: Element | null): boolean {
  // The browser need not lay out what it leaves out.
  if (!list || !row.checkVisibility({ contentVisibilityAuto: true })) return false;
  const { top, bottom } = row.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  return bottom > Math.max(0, frame.top) && top < Math.min(window.innerHeight, frame.bottom);
}
