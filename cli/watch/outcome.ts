/** How watching a run ended. */

import type { Task } from '../api/answers.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';

export type Outcome =
  /** The run ended, or there was none. */
  | { readonly kind: 'ended'; readonly task: Task; readonly why: string | null }
  /** The row says RUNNING, but no service has the run. */
  | { readonly kind: 'interrupted' }
  /** Somebody deleted the task. */
  | { readonly kind: 'deleted' }
  /** Whoever watched has gone; the run goes on. */
  | { readonly kind: 'left' };

export function exitCodeOf(outcome: Outcome): ExitCode {
  if (outcome.kind === 'left') return EXIT.interrupted;
  return outcome.kind === 'ended' && outcome.task.status === 'SUCCESS' ? EXIT.success : EXIT.failed;
}
