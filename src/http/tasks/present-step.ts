/** A step as the API shows it. */

import { countAttempts } from '../../domain/log-path.ts';
import type { Step } from '../../domain/rows.ts';
import type { Mask } from '../../platform/mask-secrets.ts';
import type { StepAnswer } from '../schemas/answers.ts';

export function presentStep(step: Step<string | null>, mask: Mask): StepAnswer {
  return {
    stepNo: step.stepNo,
    name: step.name,
    script: step.script,
    status: step.status,
    message: step.message && mask(step.message),
    exitCode: step.exitCode,
    logPath: step.logPath,
    startedAt: step.startedAt,
    finishedAt: step.finishedAt,
    attempts: countAttempts(step.logPath),
  };
}
