/** The chart for PlantUML. */

import type { Chart } from '../../actors/chart/chart.ts';
import { type Arrow, arrowsOf } from './arrows.ts';
import { type ChartState, treeOf } from './chart-tree.ts';
import { labelOf } from './edge-label.ts';
import { linesOf } from './state-lines.ts';
import { indented, textOf } from './text-lines.ts';

/** A state with parts gets a border only: its own colour would cover theirs. */
const ACTIVE = '#9EC9FF';
const AROUND_ACTIVE = '##[bold]1F6FEB';

export function writePlantuml(chart: Chart, active: ReadonlySet<string>): string {
  return textOf([
    '@startuml',
    'hide empty description',
    ...stateLines(treeOf(chart), active),
    ...arrowsOf(chart).map(arrowLine),
    '@enduml',
  ]);
}

function stateLines({ node, name, parts }: ChartState, active: ReadonlySet<string>): readonly string[] {
  const id = plantumlId(node.id);
  const colour = active.has(node.id) ? ` ${parts.length > 0 ? AROUND_ACTIVE : ACTIVE}` : '';
  const declared = `state "${name}" as ${id}${colour}`;
  const doings = linesOf(node).map((line) => `${id} : ${line}`);
  if (parts.length === 0) return [declared, ...doings];
  const ends = parts.filter((part) => part.node.type === 'final');
  const inner = [
    ...(node.initial === null ? [] : [`[*] --> ${plantumlId(node.initial)}`]),
    ...parts.flatMap((part) => stateLines(part, active)),
    ...ends.map((end) => `${plantumlId(end.node.id)} --> [*]`),
  ];
  return [`${declared} {`, ...indented(inner), '}', ...doings];
}

/** PlantUML reads \n in a label as the end of a line. */
function arrowLine({ source, target, edges }: Arrow): string {
  return `${plantumlId(source)} --> ${plantumlId(target)} : ${edges.map(labelOf).join(String.raw`\n`)}`;
}

/** PlantUML takes dots for its own kind of nesting. */
function plantumlId(id: string): string {
  return id.replaceAll('.', '_');
}
