/** What a script finds in its environment. */

import type { LogPathFacts } from '../domain/log-path.ts';
import type { Attempt } from './scripts.ts';

/** The allow-listed environment, and the words by which a script knows what it is. */
export function scriptEnvironment(
  allowed: Readonly<Record<string, string>>,
  { taskId, stepNo, stepName }: Attempt,
  { attempt, random }: LogPathFacts,
): Record<string, string> {
  return {
    ...allowed,
    TASK_ID: withoutNul(taskId),
    STEP_NO: String(stepNo),
    STEP_NAME: withoutNul(stepName),
    ATTEMPT: String(attempt),
    ATTEMPT_ID: random,
  };
}

/** The environment of a process cannot hold it. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}
