/** The figures that were measured, and why others were not. */

import { shareOf } from '../report.ts';

/** What was measured and of whom, with its unit: `tms-init: engine only, 64 tasks, steps/s`. */
export type Figure = string;

export interface Book {
  /** A second figure of one round takes the place of the first. */
  note(figure: Figure, value: number, round: number): void;
  /** The first reason is the one that is told. */
  miss(figure: Figure, reason: string): void;
  /** NaN where there is none. */
  median(figure: Figure): number;
  /** The median of what one is of the other within a round; NaN where no round has both. */
  ratio(figure: Figure, of: Figure): number;
  /** Why a figure is missing in a round at least; null where it is not. */
  reason(figure: Figure): string | null;
  /** All that were measured or should have been, with the number of rounds. */
  figures(): readonly { readonly figure: Figure; readonly rounds: number }[];
}

export function openBook(): Book {
  const figures = new Map<Figure, Map<number, number>>();
  const reasons = new Map<Figure, string>();
  const valuesOf = (figure: Figure) => figures.get(figure) ?? new Map<number, number>();
  return {
    note(figure, value, round) {
      figures.set(figure, valuesOf(figure).set(round, value));
    },
    miss(figure, reason) {
      if (!reasons.has(figure)) reasons.set(figure, reason);
    },
    median: (figure) => median([...valuesOf(figure).values()]),
    ratio(figure, of) {
      const others = valuesOf(of);
      return median([...valuesOf(figure)].map(([round, value]) => value / (others.get(round) ?? Number.NaN)));
    },
    reason: (figure) => reasons.get(figure) ?? null,
    figures() {
      const all = new Set([...figures.keys(), ...reasons.keys()]);
      return Array.from(all, (figure) => ({ figure, rounds: valuesOf(figure).size }));
    },
  };
}

function median(values: readonly number[]): number {
  return shareOf(
    values.filter((value) => !Number.isNaN(value)),
    0.5,
  );
}
