/** Lets the chart be moved and zoomed; until somebody does, it follows the active state. */

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'preact/compat';

import { activeBox } from './mark-picture.ts';
import { type Box, fit, lookAt, middleOf, type Size, zoom } from './viewport.ts';

const STEP = 1.25;

export interface Viewport {
  readonly closer: () => void;
  readonly farther: () => void;
  readonly fit: () => void;
}

/** @param state what the picture shows now */
export function useViewport(frame: RefObject<HTMLDivElement | null>, picture: SVGSVGElement, state: string): Viewport {
  const [view, setView] = useState<Box | null>(null);
  const isFree = useRef(false);
  const chart = sizeOf(picture);
  const window = () => windowOf(frame.current);
  useLayoutEffect(() => {
    if (isFree.current) return;
    const place = activeBox(picture);
    setView(place ? lookAt(place, chart, window()) : fit(chart, window()));
  }, [picture, state]);
  useLayoutEffect(() => {
    if (view) picture.setAttribute('viewBox', `${view.x} ${view.y} ${view.width} ${view.height}`);
  }, [picture, view]);
  const change = (next: (now: Box) => Box) => {
    isFree.current = true;
    setView((now) => (now ? next(now) : now));
  };
  useDragging(frame, change);
  return {
    closer: () => change((now) => zoom(now, 1 / STEP, middleOf(now), window())),
    farther: () => change((now) => zoom(now, STEP, middleOf(now), window())),
    fit: () => change(() => fit(chart, window())),
  };
}

function useDragging(frame: RefObject<HTMLDivElement | null>, change: (next: (now: Box) => Box) => void): void {
  useEffect(() => {
    const target = frame.current;
    if (!target) return;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const perPixel = (now: Box) => now.width / windowOf(target).width;
    const move = ({ buttons, movementX, movementY }: PointerEvent) => {
      if (buttons !== 1) return;
      change((now) => ({ ...now, x: now.x - movementX * perPixel(now), y: now.y - movementY * perPixel(now) }));
    };
    const wheel = (event: WheelEvent) => {
      // Without a key the wheel scrolls the page; two fingers on a touch pad arrive with one.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top } = target.getBoundingClientRect();
      const [x, y] = [event.clientX - left, event.clientY - top];
      change((now) => {
        const at = { x: now.x + x * perPixel(now), y: now.y + y * perPixel(now) };
        return zoom(now, Math.exp(event.deltaY / 300), at, windowOf(target));
      });
    };
    target.addEventListener('pointerdown', ({ pointerId }) => target.setPointerCapture(pointerId), options);
    target.addEventListener('pointermove', move, options);
    target.addEventListener('wheel', wheel, { ...options, passive: false });
    return () => listening.abort();
  }, [frame.current]);
}

function windowOf(frame: HTMLElement | null): Size {
  return { width: frame?.clientWidth || 1, height: frame?.clientHeight || 1 };
}

/** As it was drawn, whatever part of it is shown. */
function sizeOf(picture: SVGSVGElement): Size {
  return { width: Number(picture.getAttribute('width')), height: Number(picture.getAttribute('height')) };
}
