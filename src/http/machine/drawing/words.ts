/** The words in the picture of the chart, line by line, and the room they need. */

import type { ChartEdge } from '../../../actors/chart/chart.ts';
import type { Arrow } from '../arrows.ts';
import type { ChartState } from '../chart-tree.ts';
import { labelOf } from '../edge-label.ts';
import { linesOf } from '../state-lines.ts';
import type { Size } from './layout.ts';

export const TITLE_HEIGHT = 20;
export const LINE_HEIGHT = 15;

/** Between the border of a state and its words. */
export const INSET = { x: 12, y: 8 };

/** A line of text about an edge. */
export interface EdgeLine {
  readonly edge: ChartEdge;
  readonly text: string;
}

/** Wide enough for the letters of every font that may be there: nothing is measured. */
const TITLE_LETTER_WIDTH = 8.2;
const LETTER_WIDTH = 6.3;

/** A longer label is written in two lines. */
const LONGEST_LABEL = 30;

/** The lines below the name of a state: what it does, and the edges that do not leave it. */
export function stateLines(state: ChartState): readonly (string | EdgeLine)[] {
  const kept = state.edges.filter(({ source, target }) => source === target);
  return [...linesOf(state.node), ...kept.map((edge) => ({ edge, text: labelOf(edge) }))];
}

export function arrowLines({ edges }: Arrow): readonly EdgeLine[] {
  return edges.flatMap((edge) => linesOfLabel(edge).map((text) => ({ edge, text })));
}

function linesOfLabel(edge: ChartEdge): readonly string[] {
  const label = labelOf(edge);
  const cut = label.indexOf(' / ');
  return label.length <= LONGEST_LABEL || cut < 0 ? [label] : [label.slice(0, cut), label.slice(cut + 1)];
}

/** What the words of a state need, with the inset. */
export function stateSize(state: ChartState): Size {
  const lines = stateLines(state);
  const width = Math.max(state.name.length * TITLE_LETTER_WIDTH, ...lines.map(widthOf));
  return { width: width + 2 * INSET.x, height: TITLE_HEIGHT + lines.length * LINE_HEIGHT + 2 * INSET.y };
}

export function labelSize(lines: readonly EdgeLine[]): Size {
  return { width: Math.max(...lines.map(widthOf)), height: lines.length * LINE_HEIGHT };
}

function widthOf(line: string | EdgeLine): number {
  return (typeof line === 'string' ? line : line.text).length * LETTER_WIDTH;
}
