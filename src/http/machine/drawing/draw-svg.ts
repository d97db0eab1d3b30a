/** The chart as a picture, from the layout that was computed ahead of time. */

import type { Chart } from '../../../actors/chart/chart.ts';
import { arrowsOf } from '../arrows.ts';
import { type ChartState, treeOf } from '../chart-tree.ts';
import type { WriteChart } from '../notation.ts';
import { textOf } from '../text-lines.ts';
import { element, textElement } from '../xml.ts';
import { drawArrow, drawHead } from './draw-arrow.ts';
import { drawState } from './draw-state.ts';
import type { Layout } from './layout.ts';
import { STYLE } from './style.ts';

export function svgWriter(layout: Layout): WriteChart {
  const placedNodes = new Map(layout.nodes.map((node) => [node.id, node]));
  const arrowByEnds = new Map(layout.arrows.map((arrow) => [`${arrow.source} ${arrow.target}`, arrow]));
  return (chart, active) => {
    const { width, height } = layout;
    const viewBox = `0 0 ${width} ${height}`;
    return textOf(
      element('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox, width, height, role: 'img' }, [
        textElement('title', {}, 'The statechart of a run'),
        textElement('style', {}, STYLE),
        ...element('defs', {}, drawHead()),
        ...element('rect', { class: 'paper', width, height }),
        ...states(chart).flatMap((state) => drawState(state, placeOf(placedNodes, state.node.id), active)),
        ...arrowsOf(chart)
          .filter(({ source, target }) => source !== target)
          .flatMap((arrow) => drawArrow(arrow, placeOf(arrowByEnds, `${arrow.source} ${arrow.target}`))),
      ]),
    );
  };
}

/** Each before its parts, which are drawn upon it. */
function states(chart: Chart): readonly ChartState[] {
  return withParts(treeOf(chart));
}

function withParts(state: ChartState): readonly ChartState[] {
  return [state, ...state.parts.flatMap(withParts)];
}

function placeOf<Place>(places: ReadonlyMap<string, Place>, key: string): Place {
  const place = places.get(key);
  if (!place) throw new Error(`${key} has no place in the layout: run npm run chart-layout`);
  return place;
}
