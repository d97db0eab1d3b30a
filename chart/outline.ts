/** The chart as one sees it from further away, for a reader who wants to know the way of a run and not each hop. */

import type { Chart, ChartEdge, ChartNode } from '../src/actors/chart/chart.ts';

/** Names from the root down: the root, its parts, and theirs. */
const SHOWN_NAMES = 3;

/** Deeper states, and all names of effects, guards and actions, are left out; arrows go between what is left. */
export function outlineOf({ nodes, edges }: Chart): Chart {
  const shown = nodes.filter(({ id }) => shownState(id) === id);
  const compound = new Set(shown.map(({ parent }) => parent));
  return {
    nodes: shown.map((node) => (compound.has(node.id) ? named(node) : closed(node))),
    edges: edges.map(lifted).filter(isHop),
  };
}

function named(node: ChartNode): ChartNode {
  return { ...node, entry: [], exit: [], invokes: [] };
}

/** One whose parts are not shown. */
function closed(node: ChartNode): ChartNode {
  const { type } = node;
  return { ...named(node), type: type === 'compound' ? 'atomic' : type, initial: null };
}

function lifted(edge: ChartEdge): ChartEdge {
  return { ...edge, source: shownState(edge.source), target: shownState(edge.target), guard: null, actions: [] };
}

/** An arrow that stays inside of what is shown as one state says nothing, and so does the second of two that are alike. */
function isHop({ source, target, event }: ChartEdge, index: number, edges: readonly ChartEdge[]): boolean {
  const isAlike = (other: ChartEdge) => other.source === source && other.target === target && other.event === event;
  return source !== target && edges.findIndex(isAlike) === index;
}

function shownState(id: string): string {
  return id.split('.').slice(0, SHOWN_NAMES).join('.');
}
