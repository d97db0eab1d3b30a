/** Words that this project does not use, because each has a better one of its own. */

import type { SourceModule } from './source-module.ts';

const FORBIDDEN = /^(jobs?|workers?|queue[sd]?|queueing|workflows?|managers?|helpers?|utils?|utility|utilities)$/;

/** Names of globals and options of Node.js, which are not ours to choose. */
const OF_THE_PLATFORM = new Set(['Worker', 'queueMicrotask', 'workerData']);

/** One sentence for each file name or identifier that has a forbidden word in it. */
export function findForbiddenWords(modules: readonly SourceModule[]): readonly string[] {
  return modules.flatMap(({ path, identifiers, foreignNames }) => {
    const names = [path, ...identifiers].filter((name) => !OF_THE_PLATFORM.has(name) && !foreignNames.has(name));
    return names.filter(hasForbiddenWord).map((name) => `${path}: the name ${name} has a word that is not used here`);
  });
}

/** Splits `taskQueue`, `TASK_QUEUE` and `task-queue.ts` into words. */
function hasForbiddenWord(name: string): boolean {
  const words = name.replaceAll(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4').split(/[^A-Za-z]+/);
  return words.some((word) => FORBIDDEN.test(word.toLowerCase()));
}
