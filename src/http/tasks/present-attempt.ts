/** An attempt as the API shows it. */

import type { Mask } from '../../platform/mask-secrets.ts';
import type { SeenAttempt } from '../../scripts/list-attempts.ts';
import type { AttemptRecord } from '../../scripts/record/attempt-record.ts';
import type { AttemptAnswer } from '../schemas/attempt.ts';

/** @param isRunning whether it is the last one of a step that is RUNNING, so that its end is still to come. */
export function presentAttempt(
  { attempt, facts, hasLog, look }: SeenAttempt,
  isRunning: boolean,
  mask: Mask,
): AttemptAnswer {
  const record = look.state === 'whole' ? look.record : null;
  const cause = record && describeCause(record, isRunning);
  return {
    attempt,
    attemptId: facts?.random ?? null,
    host: record?.host ?? null,
    place: facts?.place ?? null,
    pid: record?.pid ?? null,
    startedAt: record?.startedAt ?? null,
    endedAt: record?.endedAt ?? null,
    exitCode: record?.exitCode ?? null,
    signal: record?.signal ?? null,
    cause: cause && mask(cause),
    hasLog,
    record: look.state,
  };
}

function describeCause({ cause, exitCode, signal, endedAt }: AttemptRecord, isRunning: boolean): string | null {
  if (cause !== null) return cause;
  if (signal !== null) return `killed by ${signal}`;
  if (exitCode !== null) return exitCode === 0 ? null : `exit code ${exitCode}`;
  if (endedAt !== null || isRunning) return null;
  return 'its end was not recorded: whoever ran it died, or the disk did not take it';
}
