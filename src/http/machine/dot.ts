/** The chart for Graphviz: a state with parts is a cluster, and its arrows begin and end at a point in it. */

import type { Chart } from '../../actors/chart/chart.ts';
import { type Arrow, arrowsOf } from './arrows.ts';
import { type ChartState, treeOf } from './chart-tree.ts';
import { labelOf } from './edge-label.ts';
import { linesOf } from './state-lines.ts';
import { indented, textOf } from './text-lines.ts';

/** A state with parts gets the border only: its own colour would cover theirs. */
const ACTIVE = { color: '#1f6feb', fillcolor: '#cfe3ff', penwidth: '2.5' };
const CALM = { color: '#6e7781', fillcolor: '#ffffff', penwidth: '1' };

export function writeDot(chart: Chart, active: ReadonlySet<string>): string {
  const withParts = new Set(chart.nodes.flatMap(({ parent }) => parent ?? []));
  const lines = [
    'compound=true',
    'graph [fontname="Helvetica" fontsize=11]',
    'node [shape=box style="rounded,filled" fontname="Helvetica" fontsize=11]',
    'edge [fontname="Helvetica" fontsize=9 color="#6e7781"]',
    ...stateLines(treeOf(chart), active),
    ...arrowsOf(chart).map((arrow) => arrowLine(arrow, withParts)),
  ];
  return textOf(['digraph run {', ...indented(lines), '}']);
}

function stateLines(state: ChartState, active: ReadonlySet<string>): readonly string[] {
  const { node, name, parts } = state;
  const { color, fillcolor, penwidth } = active.has(node.id) ? ACTIVE : CALM;
  const label = [name, ...linesOf(node)].join('\n');
  if (parts.length === 0) {
    const peripheries = node.type === 'final' ? { peripheries: '2' } : {};
    return [
      `${quoted(node.id)} ${attributes({ label, color, fillcolor, penwidth, tooltip: node.description, ...peripheries })}`,
    ];
  }
  const inner = [
    `graph ${attributes({ label, color, penwidth, tooltip: node.description, style: 'rounded' })}`,
    `${quoted(node.id)} ${attributes({ shape: 'point', color, tooltip: node.description })}`,
    ...parts.flatMap((part) => stateLines(part, active)),
    ...beginning(state),
  ];
  return [`subgraph ${quoted(clusterOf(node.id))} {`, ...indented(inner), '}'];
}

/** The point in it leads to the part it begins in; it is no edge of the chart, and has no label. */
function beginning({ node }: ChartState): readonly string[] {
  return node.initial === null
    ? []
    : [`${quoted(node.id)} -> ${quoted(node.initial)} ${attributes({ style: 'dotted' })}`];
}

function arrowLine({ source, target, edges }: Arrow, withParts: ReadonlySet<string>): string {
  const ends = {
    ...(withParts.has(source) && !isInside(target, source) ? { ltail: clusterOf(source) } : {}),
    ...(withParts.has(target) && !isInside(source, target) ? { lhead: clusterOf(target) } : {}),
  };
  const label = edges.map(labelOf).join('\n');
  return `${quoted(source)} -> ${quoted(target)} ${attributes({ label, ...ends })}`;
}

function isInside(id: string, outer: string): boolean {
  return id === outer || id.startsWith(`${outer}.`);
}

function clusterOf(id: string): string {
  return `cluster_${id}`;
}

function attributes(values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}`);
  return `[${pairs.join(' ')}]`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
