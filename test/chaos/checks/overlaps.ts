/** I1, I1t: no two scripts of a step, and none of a task, live at the same time; the kernel's locks have told. */

import type { History } from '../history.ts';
import { ofRule, type Violation } from '../violation.ts';

export function checkOverlaps({ journal }: History): readonly Violation[] {
  return journal.flatMap(({ kind, taskId, stepNo, attemptId, at }) => {
    const rule = kind === 'OVERLAP_STEP' ? 'I1' : kind === 'OVERLAP_TASK' ? 'I1t' : null;
    if (rule === null) return [];
    return [ofRule(rule)(taskId, at, `another script lived when ${attemptId} of step ${stepNo} began`)];
  });
}
