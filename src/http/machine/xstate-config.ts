/** The chart as the configuration of an XState machine, which XState takes back. */

import type { Chart, ChartEdge } from '../../actors/chart/chart.ts';
import { type ChartState, treeOf } from './chart-tree.ts';
import { delayOf } from './event-parts.ts';

type Config = Readonly<Record<string, unknown>>;

export function writeXstate(chart: Chart, active: ReadonlySet<string>): string {
  return JSON.stringify(machineConfig(chart, active));
}

export function machineConfig(chart: Chart, active: ReadonlySet<string>): Config {
  const root = treeOf(chart);
  return { id: root.name, ...stateConfig(root, active) };
}

function stateConfig({ node, parts, edges }: ChartState, active: ReadonlySet<string>): Config {
  const { type, description, tags, entry, exit, invokes, initial } = node;
  const ends = new Set(invokes.flatMap(({ id }) => [doneOf(id), errorOf(id)]));
  return withoutEmpty({
    type: type === 'final' ? type : null,
    description,
    tags,
    meta: active.has(node.id) ? { active: true } : null,
    entry,
    exit,
    invoke: invokes.map(({ id, src }) =>
      withoutEmpty({ id, src, onDone: transitionsOn(edges, doneOf(id)), onError: transitionsOn(edges, errorOf(id)) }),
    ),
    always: transitionsOn(edges, ''),
    on: named(edges, ({ event }) => (event === '' || ends.has(event) || delayOf(event) !== null ? null : event)),
    after: named(edges, ({ event }) => delayOf(event)),
    initial: parts.find((part) => part.node.id === initial)?.name ?? null,
    states: Object.fromEntries(parts.map((part) => [part.name, stateConfig(part, active)])),
  });
}

function doneOf(id: string): string {
  return `xstate.done.actor.${id}`;
}

function errorOf(id: string): string {
  return `xstate.error.actor.${id}`;
}

function transitionsOn(edges: readonly ChartEdge[], event: string): readonly Config[] {
  return edges.filter((edge) => edge.event === event).map(transition);
}

/** Transitions by the name that stands for their event; those for which there is none stand elsewhere. */
function named(edges: readonly ChartEdge[], nameOf: (edge: ChartEdge) => string | null): Config {
  const byName = Map.groupBy(edges, nameOf);
  return Object.fromEntries(
    [...byName].flatMap(([name, together]) => (name === null ? [] : [[name, together.map(transition)]])),
  );
}

function transition({ source, target, guard, actions }: ChartEdge): Config {
  return withoutEmpty({ guard, target: target === source ? null : `#${target}`, actions });
}

function withoutEmpty(config: Config): Config {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}
