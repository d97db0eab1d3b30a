/** The line of an arrow, with its corners rounded. */

import type { Point } from './layout.ts';

const RADIUS = 7;

export function pathThrough(points: readonly Point[]): string {
  const [start = [0, 0], ...others] = points;
  const steps = others.map((corner, index) => {
    const next = others[index + 1];
    return next ? roundedCorner(points[index] ?? start, corner, next) : `L${at(corner)}`;
  });
  return [`M${at(start)}`, ...steps].join('');
}

function roundedCorner(before: Point, corner: Point, after: Point): string {
  return `L${at(towards(corner, before))}Q${at(corner)} ${at(towards(corner, after))}`;
}

/** A little way from one point to another, at most to the middle between them. */
function towards([x, y]: Point, [toX, toY]: Point): Point {
  const distance = Math.hypot(toX - x, toY - y);
  const share = distance === 0 ? 0 : Math.min(RADIUS, distance / 2) / distance;
  return [x + (toX - x) * share, y + (toY - y) * share];
}

function at([x, y]: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
