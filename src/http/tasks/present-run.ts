/** A run as the API shows it. */

import type { SeenRun } from '../../journal/journal-reader.ts';
import type { RunAnswer } from '../schemas/run.ts';

export function presentRun({ run, begin, end }: SeenRun): RunAnswer {
  return {
    run,
    startedAt: begin?.startedAt ?? null,
    by: begin?.by ?? null,
    owner: begin?.owner ?? null,
    version: begin?.version ?? null,
    firstStep: begin?.firstStep ?? null,
    endedAt: end?.at ?? null,
    end: end?.end ?? null,
    why: end?.why ?? null,
  };
}
