/** Steps that are SUCCESS become FAILED because somebody wants a run to begin at a certain step, whatever was done before. */

import { isSkipped } from '../choices.ts';
import type { Step } from '../rows.ts';
import type { StepChange } from '../unit.ts';

/** From which step somebody wants a task to be run. */
export interface FromStep {
  readonly stepNo: number;
  /** A name. */
  readonly by: string;
}

/** That step and all later ones, as far as they are SUCCESS. */
export function setBack(steps: readonly Step[], { stepNo, by }: FromStep): readonly StepChange[] {
  const message = `set back by ${by}: run again from step ${stepNo}; was SUCCESS`;
  return steps
    .filter((step) => step.stepNo >= stepNo && isSkipped(step))
    .map(({ stepNo: ownNo, status, logPath, startedAt, finishedAt }) => ({
      stepNo: ownNo,
      from: { status, logPath },
      // Its script ended well, but that is what it is not to count for any more.
      to: { status: 'FAILED', message, logPath, exitCode: null, startedAt, finishedAt },
    }));
}
