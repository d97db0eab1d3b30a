/** Lays the chart out by elkjs, which is too large to be a part of the service. */

import Elk, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';

import type { Chart } from '../src/actors/chart/chart.ts';
import { type Arrow, arrowsOf } from '../src/http/machine/arrows.ts';
import { type ChartState, treeOf } from '../src/http/machine/chart-tree.ts';
import type { Box, Layout, PlacedArrow, PlacedNode, Point } from '../src/http/machine/drawing/layout.ts';
import { arrowLines, labelSize, stateSize } from '../src/http/machine/drawing/words.ts';

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
};

const DOT_SIZE = 10;
const MARGIN = 16;

/** Between the arrows at the border of a state: one that has many becomes wider. */
const ARROW_SPACING = 9;

export async function layOut(chart: Chart): Promise<Layout> {
  const arrows = arrowsOf(chart).filter(({ source, target }) => source !== target);
  const starts = new Set(chart.nodes.flatMap(({ initial }) => initial ?? []));
  const picture: ElkNode = {
    id: 'picture',
    layoutOptions: { 'elk.padding': padding(MARGIN) },
    children: [nodeToPlace(treeOf(chart))],
    edges: [
      ...arrows.map((arrow) => arrowToPlace(arrow, starts.has(arrow.source))),
      ...chart.nodes.flatMap(({ id, initial }) => beginToPlace(id, initial)),
    ],
  };
  const placed: ElkNode = await new Elk.default({ defaultLayoutOptions: OPTIONS }).layout(picture);
  const nodes = new Map(withChildren(placed).map((node) => [node.id, node]));
  const edges = new Map((placed.edges ?? []).map((edge) => [edge.id, edge]));
  return {
    width: whole(placed.width),
    height: whole(placed.height),
    nodes: chart.nodes.map(({ id }) => placedNode(id, nodes, edges)),
    arrows: arrows.map((arrow) => placedArrow(arrow, edges)),
  };
}

function nodeToPlace(state: ChartState): ElkNode {
  const { node, parts } = state;
  const { width, height } = stateSize(state);
  const atLeast = {
    'elk.nodeSize.constraints': '[MINIMUM_SIZE, PORTS]',
    'elk.nodeSize.minimum': `(${width},${height})`,
  };
  if (parts.length === 0) {
    return { id: node.id, width, height, layoutOptions: { ...atLeast, 'elk.spacing.portPort': `${ARROW_SPACING}` } };
  }
  return {
    id: node.id,
    layoutOptions: { ...atLeast, 'elk.padding': padding(MARGIN, height) },
    children: [{ id: dotOf(node.id), width: DOT_SIZE, height: DOT_SIZE }, ...parts.map(nodeToPlace)],
  };
}

function padding(around: number, top = around): string {
  return `[top=${top},left=${around},bottom=${around},right=${around}]`;
}

function dotOf(id: string): string {
  return `${id}.begin`;
}

/** What leaves the state that others begin in points down, also where more comes back to it than leaves it. */
function arrowToPlace(arrow: Arrow, isFromStart: boolean): ElkExtendedEdge {
  return {
    id: arrowId(arrow),
    sources: [arrow.source],
    targets: [arrow.target],
    labels: [{ text: ' ', ...labelSize(arrowLines(arrow)) }],
    layoutOptions: { 'elk.layered.priority.direction': isFromStart ? '20' : '0' },
  };
}

function beginToPlace(id: string, initial: string | null): readonly ElkExtendedEdge[] {
  if (initial === null) return [];
  const layoutOptions = { 'elk.layered.priority.direction': '100' };
  return [{ id: dotOf(id), sources: [dotOf(id)], targets: [initial], layoutOptions }];
}

function arrowId({ source, target }: Pick<Arrow, 'source' | 'target'>): string {
  return `${source} ${target}`;
}

function withChildren(node: ElkNode): readonly ElkNode[] {
  return [node, ...(node.children ?? []).flatMap(withChildren)];
}

type Placed<Element> = ReadonlyMap<string, Element>;

function placedNode(id: string, nodes: Placed<ElkNode>, edges: Placed<ElkExtendedEdge>): PlacedNode {
  const [dot, edge] = [nodes.get(dotOf(id)), edges.get(dotOf(id))];
  const begin = dot && edge ? { dot: boxOf(dot), points: pointsOf(edge) } : null;
  return { id, ...boxOf(nodes.get(id)), begin };
}

function placedArrow(arrow: Arrow, edges: Placed<ElkExtendedEdge>): PlacedArrow {
  const edge = edges.get(arrowId(arrow));
  return { source: arrow.source, target: arrow.target, points: pointsOf(edge), label: boxOf(edge?.labels?.[0]) };
}

function pointsOf(edge: ElkExtendedEdge | undefined): readonly Point[] {
  const points = edge?.sections?.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint,
  ]);
  return (points ?? []).map(({ x, y }) => [whole(x), whole(y)]);
}

function boxOf({ x, y, width, height }: Partial<Box> = {}): Box {
  return { x: whole(x), y: whole(y), width: whole(width), height: whole(height) };
}

function whole(length: number | undefined): number {
  if (length === undefined) throw new Error('a part of the chart was not placed');
  return Math.round(length);
}
