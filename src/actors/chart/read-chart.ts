/** Reads the chart from the live state nodes of a machine: its `definition` leaves out what is taken by itself. */

import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

import type { Chart, ChartEdge, ChartNode } from './chart.ts';

export function readChart(root: AnyStateNode): Chart {
  const nodes = withParts(root);
  return { nodes: nodes.map(readNode), edges: nodes.flatMap(readEdges) };
}

function withParts(node: AnyStateNode): readonly AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(withParts)];
}

function readNode(node: AnyStateNode): ChartNode {
  const [initial] = node.initial?.target ?? [];
  return {
    id: idOf(node),
    parent: node.parent ? idOf(node.parent) : null,
    type: typeOf(node),
    description: node.description ?? '',
    initial: initial ? idOf(initial) : null,
    tags: node.tags,
    entry: namesOf(node.entry),
    exit: namesOf(node.exit),
    invokes: node.invoke.map(({ id, src }) => ({ id, src: nameOf(src) })),
  };
}

/** Not the id of XState, which a state may choose for itself. */
function idOf({ machine, path }: AnyStateNode): string {
  return [machine.id, ...path].join('.');
}

function typeOf({ type, key }: AnyStateNode): ChartNode['type'] {
  if (type === 'atomic' || type === 'compound' || type === 'final') return type;
  throw new Error(`the chart has no notation for the ${type} state ${key}`);
}

function readEdges(node: AnyStateNode): readonly ChartEdge[] {
  const others = [...node.transitions].flatMap(([, transitions]) => transitions);
  const source = idOf(node);
  const told = new Map<string, number>();
  return [...(node.always ?? []), ...others].map((transition) => {
    const { eventType, guard, actions } = transition;
    const turn = (told.get(eventType) ?? 0) + 1;
    told.set(eventType, turn);
    return {
      id: `${source}:${eventType || 'always'}:${turn}`,
      source,
      target: targetOf(transition),
      event: eventType,
      guard: guard === undefined ? null : nameOf(guard),
      actions: namesOf(actions),
    };
  });
}

function targetOf({ target, source, reenter }: AnyTransitionDefinition): string {
  const [only = source, ...more] = target ?? [];
  if (more.length > 0) throw new Error(`the chart has no notation for the several targets of ${source.id}`);
  if (reenter || (target && only === source))
    throw new Error(`the chart cannot tell ${source.id} re-entered from kept`);
  return idOf(only);
}

/** Without what XState itself adds to a state: the timers of its delays. */
function namesOf(actions: readonly unknown[]): readonly string[] {
  return actions.map(nameOf).filter((name) => !name.startsWith('xstate.'));
}

/** What the machine calls by name is a string, or carries its name as its type. */
function nameOf(named: unknown): string {
  if (typeof named === 'string') return named;
  const type = typeof named === 'function' || typeof named === 'object' ? Reflect.get(Object(named), 'type') : null;
  if (typeof type === 'string') return type;
  throw new Error('the chart can only show what the machine calls by name');
}
