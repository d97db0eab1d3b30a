/** The statechart as data, and which of its arrows a move took. */

import type { Move } from '../history/move.ts';

export interface GraphNode {
  readonly id: string;
  readonly description: string;
}

export interface GraphEdge {
  readonly id: string;
  readonly source: string;
  readonly event: string;
  readonly guard: string | null;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** The root's name, which the paths of moves leave out. */
function rootOf({ nodes }: Graph): string {
  return nodes[0]?.id ?? '';
}

/** The nodes that are active in a state such as `executing.running`, from the root inwards. */
export function activeNodes(graph: Graph, state: string): readonly string[] {
  const names = state.split('.');
  const root = rootOf(graph);
  return [root, ...names.map((_, index) => [root, ...names.slice(0, index + 1)].join('.'))];
}

/** The edge that a move took; null where the chart has none like it. */
export function takenEdge(graph: Graph, { source, event, guard }: Move): GraphEdge | null {
  const from = [rootOf(graph), source].filter((part) => part !== '').join('.');
  const leaving = graph.edges.filter((edge) => edge.source === from && edge.guard === guard);
  return leaving.find((edge) => answers(edge.event, event ?? '')) ?? null;
}

/** An edge may answer to many events: `xstate.error.actor.*`. */
function answers(pattern: string, event: string): boolean {
  return pattern === event || (pattern.endsWith('.*') && event.startsWith(pattern.slice(0, -1)));
}
