/** The chart as nested states, which is how most notations write it. */

import type { Chart, ChartEdge, ChartNode } from '../../actors/chart/chart.ts';

export interface ChartState {
  readonly node: ChartNode;
  /** The last part of its id. */
  readonly name: string;
  readonly parts: readonly ChartState[];
  /** The edges that leave it. */
  readonly edges: readonly ChartEdge[];
}

export function treeOf({ nodes, edges }: Chart): ChartState {
  const partsByParent = Map.groupBy(nodes, ({ parent }) => parent);
  const edgesBySource = Map.groupBy(edges, ({ source }) => source);
  const [root] = partsByParent.get(null) ?? [];
  if (!root) throw new Error('the chart has no root');
  return grow(root);

  function grow(node: ChartNode): ChartState {
    return {
      node,
      name: node.id.slice(node.id.lastIndexOf('.') + 1),
      parts: (partsByParent.get(node.id) ?? []).map(grow),
      edges: edgesBySource.get(node.id) ?? [],
    };
  }
}
