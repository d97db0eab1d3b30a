/** The chart for state-machine-cat, in its JSON form: `smcat -I json`. Unlike its text form it needs no quoting of names. */

import type { Chart, ChartEdge, ChartNode } from '../../actors/chart/chart.ts';
import { type ChartState, treeOf } from './chart-tree.ts';
import { eventWords, labelOf } from './edge-label.ts';

export function writeSmcat(chart: Chart, active: ReadonlySet<string>): string {
  const transitions = chart.edges.map(transitionOf);
  return JSON.stringify({ states: [stateOf(treeOf(chart), active)], transitions: [...begins(chart), ...transitions] });
}

function stateOf({ node, name, parts }: ChartState, active: ReadonlySet<string>): object {
  return {
    name: node.id,
    type: node.type === 'final' ? 'final' : 'regular',
    label: name,
    actions: actionsOf(node),
    ...(active.has(node.id) ? { active: true } : {}),
    ...(parts.length > 0 ? { statemachine: { states: inside(node, parts, active) } } : {}),
  };
}

function inside(node: ChartNode, parts: readonly ChartState[], active: ReadonlySet<string>): readonly object[] {
  const begin = node.initial === null ? [] : [{ name: beginOf(node.id), type: 'initial' }];
  return [...begin, ...parts.map((part) => stateOf(part, active))];
}

function actionsOf({ entry, exit, invokes }: ChartNode): readonly object[] {
  return [
    ...entry.map((body) => ({ type: 'entry', body })),
    ...exit.map((body) => ({ type: 'exit', body })),
    ...invokes.map(({ id, src }) => ({ type: 'activity', body: `${src} as ${id}` })),
  ];
}

/** Every transition needs a number of its own, those into the initial states too. */
function begins({ nodes, edges }: Chart): readonly object[] {
  return nodes
    .filter(({ initial }) => initial !== null)
    .map(({ id, initial }, index) => ({ id: edges.length + index + 1, from: beginOf(id), to: initial }));
}

function transitionOf(edge: ChartEdge, index: number): object {
  const event = eventWords(edge.event);
  const action = edge.actions.join(', ');
  return {
    id: index + 1,
    from: edge.source,
    to: edge.target,
    label: labelOf(edge),
    ...(event ? { event } : {}),
    ...(edge.guard === null ? {} : { cond: edge.guard }),
    ...(action ? { action } : {}),
    ...(edge.source === edge.target ? { type: 'internal' } : {}),
  };
}

function beginOf(id: string): string {
  return `${id}.initial`;
}
