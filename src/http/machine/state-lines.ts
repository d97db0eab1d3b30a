/** What is written inside a state: what it does when it is entered or left, and the effects that run in it. */

import type { ChartNode } from '../../actors/chart/chart.ts';

export function linesOf({ entry, exit, invokes }: Pick<ChartNode, 'entry' | 'exit' | 'invokes'>): readonly string[] {
  return [
    ...entry.map((action) => `entry / ${action}`),
    ...exit.map((action) => `exit / ${action}`),
    ...invokes.map(({ id, src }) => `invoke / ${src} as ${id}`),
  ];
}
