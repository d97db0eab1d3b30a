/** The part of the chart that is seen: moved, and brought closer or farther. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const CLOSEST = 3;
const MARGIN = 12;

/** All of the chart. */
export function fit(chart: Size, window: Size): Box {
  const scale = Math.max(chart.width / window.width, chart.height / window.height, 0.01);
  return around({ x: chart.width / 2, y: chart.height / 2 }, scaled(window, scale));
}

/** A place of the chart in a size in which its words can be read, with as much around it as there is room for. */
export function lookAt(place: Box, chart: Size, window: Size): Box {
  const needed = Math.max((place.width + MARGIN) / window.width, (place.height + MARGIN) / window.height);
  const whole = fit(chart, window).width / window.width;
  const view = scaled(window, Math.min(Math.max(1, needed), whole));
  return inside(around(middleOf(place), view), chart);
}

/** @param factor below 1: closer */
export function zoom(view: Box, factor: number, at: { readonly x: number; readonly y: number }, window: Size): Box {
  const width = Math.max(window.width / CLOSEST, view.width * factor);
  const real = width / view.width;
  return {
    x: at.x - (at.x - view.x) * real,
    y: at.y - (at.y - view.y) * real,
    width,
    height: view.height * real,
  };
}

export function middleOf({ x, y, width, height }: Box): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: width * scale, height: height * scale };
}

function around({ x, y }: { readonly x: number; readonly y: number }, { width, height }: Size): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** Shows no empty space beside the chart where there is more of it on the other side. */
function inside(view: Box, chart: Size): Box {
  return { ...view, x: within(view.x, chart.width - view.width), y: within(view.y, chart.height - view.height) };
}

function within(at: number, most: number): number {
  return most < 0 ? most / 2 : Math.max(0, Math.min(at, most));
}
