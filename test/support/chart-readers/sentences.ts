/** Edges as sentences that can be compared. */

import type { ChartEdge } from '../../../src/actors/chart/chart.ts';
import { labelOf } from '../../../src/http/machine/edge-label.ts';

export function sentence({ source, target }: Pick<ChartEdge, 'source' | 'target'>, label: string): string {
  return `${source} -> ${target}: ${label}`;
}

export function sentencesOf(edges: readonly ChartEdge[]): readonly string[] {
  return edges.map((edge) => sentence(edge, labelOf(edge))).sort();
}
