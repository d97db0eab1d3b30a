/** The chart for Mermaid, which GitHub and many editors draw. */

import type { Chart } from '../../actors/chart/chart.ts';
import { type Arrow, arrowsOf } from './arrows.ts';
import { type ChartState, treeOf } from './chart-tree.ts';
import { labelOf } from './edge-label.ts';
import { linesOf } from './state-lines.ts';
import { indented, textOf } from './text-lines.ts';

export function writeMermaid(chart: Chart, active: ReadonlySet<string>): string {
  return textOf([
    'stateDiagram-v2',
    ...indented([...stateLines(treeOf(chart)), ...arrowsOf(chart).map(arrowLine), ...marks(chart, active)]),
  ]);
}

function stateLines({ node, name, parts }: ChartState): readonly string[] {
  const id = mermaidId(node.id);
  const declared = `state "${name}" as ${id}`;
  if (parts.length === 0) return [declared, ...linesOf(node).map((line) => `${id} : ${line}`)];
  const ends = parts.filter((part) => part.node.type === 'final');
  const inner = [
    ...(node.initial === null ? [] : [`[*] --> ${mermaidId(node.initial)}`]),
    ...parts.flatMap(stateLines),
    ...ends.map((end) => `${mermaidId(end.node.id)} --> [*]`),
  ];
  return [`${declared} {`, ...indented(inner), '}'];
}

function arrowLine({ source, target, edges }: Arrow): string {
  return `${mermaidId(source)} --> ${mermaidId(target)} : ${edges.map(labelOf).join('<br/>')}`;
}

/** A state around the active one gets a border only: its own colour would cover its parts. */
function marks({ nodes }: Chart, active: ReadonlySet<string>): readonly string[] {
  if (active.size === 0) return [];
  const marked = nodes.filter(({ id }) => active.has(id));
  return [
    'classDef active fill:#1f6feb,stroke:#1f6feb,color:#ffffff',
    'classDef activeAround stroke:#1f6feb,stroke-width:3px',
    ...marked.map(({ id, type }) => `class ${mermaidId(id)} ${type === 'compound' ? 'activeAround' : 'active'}`),
  ];
}

/** Mermaid's ids have no dots. */
function mermaidId(id: string): string {
  return id.replaceAll('.', '_');
}
