/** A stopped run ends while no script of it runs: a step already RUNNING and the task become FAILED. */

import { nextStep, runningSteps } from '../choices.ts';
import { endTime } from '../end-time.ts';
import type { Step, TaskRows } from '../rows.ts';
import { describePosition } from '../step-position.ts';
import { describeStop, type Stop } from '../stop.ts';
import type { StepChange, Unit } from '../unit.ts';
import { finishTask } from './finish-task.ts';

export function endRun(rows: TaskRows, stop: Stop): Unit {
  const { at } = stop;
  const steps = runningSteps(rows).map((step) => neverStarted(step, stop));
  return { taskId: rows.task.taskId, at, steps, task: finishTask(rows, 'FAILED', describeEnd(rows, stop), at) };
}

/** "stopped by shutdown after step 2 of 5", or "before step 1 of 5": the task's message where no step is RUNNING. */
export function describeStopBetweenSteps(rows: TaskRows, stop: Stop): string {
  const [first] = rows.steps;
  const next = nextStep(rows);
  const done = rows.steps[rows.steps.findIndex((step) => step === next) - 1];
  if (done) return `${describeStop(stop)} after ${describePosition(rows, done.stepNo)}`;
  return first ? `${describeStop(stop)} before ${describePosition(rows, first.stepNo)}` : describeStop(stop);
}

function describeEnd(rows: TaskRows, stop: Stop): string {
  const [step] = runningSteps(rows);
  if (!step) return describeStopBetweenSteps(rows, stop);
  return `${describePosition(rows, step.stepNo)} (${step.name}): ${describeStop(stop)} before its script was started`;
}

function neverStarted(step: Step, stop: Stop): StepChange {
  const { status, logPath, startedAt } = step;
  const message = `${describeStop(stop)}: stopped before its script was started`;
  const to = {
    status: 'FAILED',
    message,
    logPath,
    exitCode: null,
    startedAt,
    finishedAt: endTime(step, stop.at),
  } as const;
  return { stepNo: step.stepNo, from: { status, logPath }, to };
}
