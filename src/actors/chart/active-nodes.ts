/** Which nodes of the chart a run is in, told by the value of its state: `{ executing: { running: 'stepping' } }`. */

import type { StateValue } from 'xstate';

/** The ids of the nodes, from the root inwards. */
export function activeNodes(rootId: string, value: StateValue): readonly string[] {
  if (typeof value === 'string') return [rootId, `${rootId}.${value}`];
  return [rootId, ...Object.entries(value).flatMap(([key, inner = {}]) => activeNodes(`${rootId}.${key}`, inner))];
}
