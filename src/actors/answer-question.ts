/** What this instance answers another one that asks for a task. */

import type { HeldState, Question } from '../persistence/claims/claims.ts';
import type { Run } from './run.ts';

/** @param run the one that is here. */
export async function answerQuestion(run: Run, question: Question): Promise<HeldState> {
  const acceptance = await run.accepted;
  if (acceptance.state !== 'started') return 'not-running';
  if (question.ask === 'join' && run.isEnding()) return 'ending';
  if (question.ask === 'cancel') run.stop({ cause: 'cancel', by: question.by, at: new Date().toISOString() });
  return run.isStoppable() ? 'running' : 'ending';
}
