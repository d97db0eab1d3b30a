/** What is drawn as one arrow: all edges from one state to the same other one, each a line of its label. */

import type { Chart, ChartEdge } from '../../actors/chart/chart.ts';

export interface Arrow {
  readonly source: string;
  readonly target: string;
  readonly edges: readonly ChartEdge[];
}

export function arrowsOf({ edges }: Pick<Chart, 'edges'>): readonly Arrow[] {
  const byEnds = Map.groupBy(edges, ({ source, target }) => `${source} ${target}`);
  return [...byEnds.values()].flatMap((together) => {
    const [first] = together;
    return first ? [{ source: first.source, target: first.target, edges: together }] : [];
  });
}
