/** A state in the picture: its box, its words, and the dot that shows where it begins. */

import type { ChartState } from '../chart-tree.ts';
import { element, textElement } from '../xml.ts';
import { arrowPath } from './draw-arrow.ts';
import type { Box, PlacedBegin, PlacedNode } from './layout.ts';
import { INSET, LINE_HEIGHT, stateLines, TITLE_HEIGHT } from './words.ts';

const CORNER = 8;

/** Between the two borders of a final state. */
const GAP = 3;

export function drawState(state: ChartState, place: PlacedNode, active: ReadonlySet<string>): readonly string[] {
  const { id, type, description } = state.node;
  const kind = type === 'compound' ? 'group' : type;
  const marked = active.has(id) ? ' active' : '';
  return element('g', { class: `state ${kind}${marked}`, 'data-state': id }, [
    textElement('title', {}, description),
    ...box(place),
    ...(type === 'final' ? box(shrunk(place)) : []),
    ...words(state, place),
    ...(place.begin ? begin(place.begin) : []),
  ]);
}

function box({ x, y, width, height }: Box): readonly string[] {
  return element('rect', { class: 'box', x, y, width, height, rx: CORNER });
}

function shrunk({ x, y, width, height }: Box): Box {
  return { x: x + GAP, y: y + GAP, width: width - 2 * GAP, height: height - 2 * GAP };
}

function words(state: ChartState, place: Box): readonly string[] {
  const isGroup = state.parts.length > 0;
  const x = isGroup ? place.x + INSET.x : place.x + place.width / 2;
  const top = place.y + INSET.y + TITLE_HEIGHT;
  const anchor = { x, 'text-anchor': isGroup ? null : 'middle' };
  return [
    textElement('text', { class: 'name', ...anchor, y: top - 6 }, state.name),
    ...stateLines(state).map((line, index) => {
      const placed = { class: 'line', ...anchor, y: top + (index + 1) * LINE_HEIGHT - 4 };
      if (typeof line === 'string') return textElement('text', placed, line);
      return textElement('text', { ...placed, 'data-edge': line.edge.id }, line.text);
    }),
  ];
}

function begin({ dot, points }: PlacedBegin): readonly string[] {
  const r = dot.width / 2;
  return [...element('circle', { class: 'dot', cx: dot.x + r, cy: dot.y + r, r }), ...arrowPath(points)];
}
