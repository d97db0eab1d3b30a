/** The chart as plain nodes and edges. */

import type { Chart, ChartEdge, ChartNode } from '../../actors/chart/chart.ts';

type GraphNode = Omit<ChartNode, 'initial' | 'tags'> & { readonly active?: true };

export function writeGraph({ nodes, edges }: Chart, active: ReadonlySet<string>): string {
  const graph: { readonly nodes: readonly GraphNode[]; readonly edges: readonly ChartEdge[] } = {
    nodes: nodes.map(({ initial: _initial, tags: _tags, ...node }) =>
      active.has(node.id) ? { ...node, active: true } : node,
    ),
    edges,
  };
  return JSON.stringify(graph);
}
