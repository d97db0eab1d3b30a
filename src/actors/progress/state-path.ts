/** The path of a state of the run's statechart, as people and pages read it: `executing.running.stepping`. */

import type { StateValue } from 'xstate';

/** The leaf: no state of this chart has two active states inside it. */
export function leafPath(value: StateValue): string {
  let path = '';
  let inner: StateValue | undefined = value;
  while (typeof inner === 'object') {
    const [name = '']: string[] = Object.keys(inner);
    path += `${name}.`;
    inner = inner[name];
  }
  return path + (inner ?? '');
}
