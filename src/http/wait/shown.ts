/** What can be waited for: a part of a task, as the text that is answered. */

import type { ServerResponse } from 'node:http';

import type { KeptText } from '../answer-json.ts';
import type { SeenRows } from '../tasks/seen-rows.ts';

export interface Shown {
  /** Reads it now. Throws a Refusal where it is not there, and a ClientLeft where nobody waits for the response any more. */
  read(response: ServerResponse): Promise<KeptText>;
  /** Of rows that a watch has seen. Throws a Refusal where it is not among them. */
  of(seen: SeenRows): KeptText;
}

export interface ShownParts {
  readonly task: (taskId: string) => Shown;
  readonly steps: (taskId: string) => Shown;
  readonly step: (taskId: string, stepNo: number) => Shown;
}
