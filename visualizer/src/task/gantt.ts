/** Where the bars of the steps lie. Time in which nothing ran, such as a night between two runs, takes a narrow gap. */

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Scale {
  /** From a time in milliseconds to 0 … WIDTH. */
  readonly place: (time: number) => number;
  /** The middles of the gaps that were made narrow. */
  readonly breaks: readonly number[];
  /** How long something ran, in all. */
  readonly busyMs: number;
}

export const WIDTH = 1000;

/** The width of a narrow gap. */
const GAP = 24;

/** Gaps shorter than this part of the whole are drawn as they are. */
const SMALL_GAP = 0.08;

/** @param busy in order, with gaps between them, as busySpans() gives them */
export function scaleOf(busy: readonly Span[]): Scale {
  const busyMs = Math.max(
    1,
    busy.reduce((sum, { from, to }) => sum + to - from, 0),
  );
  const unit = (WIDTH - GAP * (busy.length - 1)) / busyMs;
  const starts = startsOf(busy, unit);
  return {
    place: (time) => placeOf(time, { busy, starts, unit }),
    breaks: starts.slice(1).map((start) => start - GAP / 2),
    busyMs,
  };
}

interface Laid {
  readonly busy: readonly Span[];
  readonly starts: readonly number[];
  readonly unit: number;
}

function placeOf(time: number, { busy, starts, unit }: Laid): number {
  const index = Math.max(
    0,
    busy.findLastIndex(({ from }) => from <= time),
  );
  const { from, to } = busy[index] ?? { from: time, to: time };
  return (starts[index] ?? 0) + Math.max(0, Math.min(time, to) - from) * unit;
}

function startsOf(busy: readonly Span[], unit: number): readonly number[] {
  let at = 0;
  return busy.map(({ from, to }) => {
    const start = at;
    at += (to - from) * unit + GAP;
    return start;
  });
}

/**
 * When something ran: joins what overlaps or lies close together.
 * @param now given while something runs: the end is rounded up, so that the scale changes now and then, not each second
 */
export function busySpans(spans: readonly Span[], now: number | null): readonly Span[] {
  const busy = mergeSpans(spans);
  const last = busy.at(-1);
  return last && now !== null ? [...busy.slice(0, -1), { from: last.from, to: roundedNow(last.from, now) }] : busy;
}

function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const sorted = spans.toSorted((one, other) => one.from - other.from);
  const busyMs = sorted.reduce((sum, { from, to }) => sum + to - from, 0);
  const merged: Span[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last && span.from - last.to <= Math.max(1000, busyMs * SMALL_GAP)) {
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    } else merged.push(span);
  }
  return merged;
}

function roundedNow(start: number, now: number): number {
  const elapsed = Math.max(2000, now - start);
  const grain = 2 ** Math.floor(Math.log2(elapsed)) / 4;
  return start + Math.ceil(elapsed / grain) * grain;
}
