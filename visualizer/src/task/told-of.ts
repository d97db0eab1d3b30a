/** What became of an execute. */

import type { ExecuteAnswer } from '../api/answers.ts';

export function toldOf({ started, status }: ExecuteAnswer): 'told.started' | 'told.done' | 'told.running' {
  if (started) return 'told.started';
  return status === 'SUCCESS' ? 'told.done' : 'told.running';
}
