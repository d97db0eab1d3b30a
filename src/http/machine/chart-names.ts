/** What the chart calls by name, each name once: whoever runs it elsewhere needs something to stand in for it. */

import type { Chart } from '../../actors/chart/chart.ts';
import { delayOf } from './event-parts.ts';

export interface ChartNames {
  readonly effects: readonly string[];
  readonly actions: readonly string[];
  readonly guards: readonly string[];
  readonly delays: readonly string[];
}

export function namesOf({ nodes, edges }: Chart): ChartNames {
  return {
    effects: distinct(nodes.flatMap(({ invokes }) => invokes.map(({ src }) => src))),
    actions: distinct([
      ...nodes.flatMap(({ entry, exit }) => entry.concat(exit)),
      ...edges.flatMap((edge) => edge.actions),
    ]),
    guards: distinct(edges.flatMap(({ guard }) => guard ?? [])),
    delays: distinct(edges.flatMap(({ event }) => delayOf(event) ?? [])),
  };
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
