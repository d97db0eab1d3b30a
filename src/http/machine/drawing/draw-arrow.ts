/** An arrow in the picture, with a line of label for each edge it stands for. */

import type { Arrow } from '../arrows.ts';
import { element, textElement } from '../xml.ts';
import type { PlacedArrow, Point } from './layout.ts';
import { pathThrough } from './path.ts';
import { arrowLines, LINE_HEIGHT } from './words.ts';

const HEAD = 'head';

export function drawArrow(arrow: Arrow, { points, label }: PlacedArrow): readonly string[] {
  const { source, target } = arrow;
  const lines = arrowLines(arrow).map(({ edge, text }, index) => {
    const y = label.y + (index + 1) * LINE_HEIGHT - 4;
    return textElement('text', { class: 'label', x: label.x, y, 'data-edge': edge.id }, text);
  });
  const attributes = { class: 'arrow', 'data-source': source, 'data-target': target };
  return element('g', attributes, [...arrowPath(points), ...lines]);
}

export function arrowPath(points: readonly Point[]): readonly string[] {
  return element('path', { class: 'path', d: pathThrough(points), 'marker-end': `url(#${HEAD})` });
}

/** The head of all arrows. */
export function drawHead(): readonly string[] {
  const attributes = {
    id: HEAD,
    viewBox: '0 0 8 8',
    refX: 7,
    refY: 4,
    markerWidth: 7,
    markerHeight: 7,
    orient: 'auto',
  };
  return element('marker', attributes, element('path', { class: 'head', d: 'M0 0L8 4L0 8z' }));
}
