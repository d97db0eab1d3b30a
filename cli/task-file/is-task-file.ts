/** Whether `tms-init run` takes a word for a file: everything else is the id of a task. */

import { STANDARD_INPUT } from './read-text.ts';

/** The id of a task has no slash. */
export function isTaskFile(target: string): boolean {
  return target === STANDARD_INPUT || target.includes('/') || /\.(json|ya?ml)$/i.test(target);
}
