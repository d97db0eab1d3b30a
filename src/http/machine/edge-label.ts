/** What is written at an edge, as UML does: event [guard] / actions. */

import type { ChartEdge } from '../../actors/chart/chart.ts';
import { readEvent } from './event-parts.ts';

export function labelOf({ event, guard, actions }: Pick<ChartEdge, 'event' | 'guard' | 'actions'>): string {
  const parts = [eventWords(event), guard && `[${guard}]`, actions.length > 0 && `/ ${actions.join(', ')}`];
  return parts.filter(Boolean).join(' ') || 'always';
}

/** `done(claim)` for the end of the effect that was invoked as `claim`; empty where the edge needs no event. */
export function eventWords(event: string): string {
  const { kind, name } = readEvent(event);
  return kind === 'named' ? name : `${kind}(${name})`;
}
