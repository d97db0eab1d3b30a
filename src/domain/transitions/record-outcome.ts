/** A step ended: its outcome, with the start of the next step or the end of the task, as one unit. */

import { endTime } from '../end-time.ts';
import type { RunOrigin } from '../new-log-path.ts';
import type { Outcome } from '../outcome.ts';
import type { Step, TaskRows } from '../rows.ts';
import { describePosition } from '../step-position.ts';
import type { Stop } from '../stop.ts';
import { applyUnit, type StepChange, type Unit } from '../unit.ts';
import { describeStopBetweenSteps } from './end-run.ts';
import { finishTask } from './finish-task.ts';
import { startingStep } from './start-step.ts';

export interface EndedStep {
  readonly step: Step;
  readonly outcome: Outcome;
  readonly at: string;
}

/** @param stop known before the unit is built: then no next step is started and the task ends FAILED. */
export function recordOutcome(rows: TaskRows, ended: EndedStep, stop: Stop | null, origin: RunOrigin): Unit {
  const { at } = ended;
  const { taskId } = rows.task;
  const alone: Unit = { taskId, at, steps: [endedStep(ended)], task: null };
  if (ended.outcome.status === 'FAILED')
    return { ...alone, task: finishTask(rows, 'FAILED', describeFailure(rows, ended), at) };

  const next = nextStepBeside(rows, ended.step);
  if (next === null) return { ...alone, task: finishTask(rows, 'SUCCESS', null, at) };
  if (stop)
    return { ...alone, task: finishTask(rows, 'FAILED', describeStopBetweenSteps(applyUnit(rows, alone), stop), at) };
  return { ...alone, steps: [...alone.steps, startingStep(taskId, next, origin, at)] };
}

/** As if this one were SUCCESS already; its rows need not be made for that. */
function nextStepBeside({ steps }: TaskRows, { stepNo }: Step): Step | null {
  return steps.find((step) => step.stepNo !== stepNo && step.status !== 'SUCCESS') ?? null;
}

function endedStep({ step, outcome, at }: EndedStep): StepChange {
  const { status, logPath, startedAt } = step;
  return {
    stepNo: step.stepNo,
    from: { status, logPath },
    to: { ...outcome, logPath, startedAt, finishedAt: endTime(step, at) },
  };
}

function describeFailure(rows: TaskRows, { step, outcome }: EndedStep): string {
  return `${describePosition(rows, step.stepNo)} (${step.name}): ${outcome.message ?? 'failed'}`;
}
