/** Somebody settles a step by hand, and the task's status follows in the same unit. Nothing runs. */

import { nextStep } from '../choices.ts';
import { endTime } from '../end-time.ts';
import type { Step, Task, TaskRows } from '../rows.ts';
import { describePosition } from '../step-position.ts';
import { applyUnit, type StepChange, type TaskChange, type Unit } from '../unit.ts';

export interface Resolution {
  readonly stepNo: number;
  readonly status: 'SUCCESS' | 'FAILED';
  /** A name. */
  readonly by: string;
  readonly reason: string;
}

/** @param rows of a task of which no step is RUNNING */
export function resolveStep(rows: TaskRows, step: Step, resolution: Resolution, at: string): Unit {
  const alone: Unit = { taskId: rows.task.taskId, at, steps: [resolved(step, resolution, at)], task: null };
  return { ...alone, task: followingTask(applyUnit(rows, alone), step, resolution, at) };
}

function resolved(step: Step, resolution: Resolution, at: string): StepChange {
  const { stepNo, status, logPath, exitCode, startedAt, finishedAt } = step;
  const isSame = status === resolution.status;
  // What a script ended with stays only with the status that it led to.
  const end = isSame ? { exitCode, finishedAt } : { exitCode: null, finishedAt: endTime(step, at) };
  const message = describeResolution(resolution);
  return { stepNo, from: { status, logPath }, to: { status: resolution.status, message, logPath, startedAt, ...end } };
}

/** @param rows as they are with the resolved step */
function followingTask(rows: TaskRows, step: Step, resolution: Resolution, at: string): TaskChange {
  const { task } = rows;
  const status = statusAfter(rows);
  const finishedAt = status === task.status ? task.finishedAt : endTime(task, at);
  const message = isToldOfAnother(rows, step, status) ? task.message : describeForTask(rows, step, resolution);
  return { from: task.status, to: { status, message, startedAt: task.startedAt, finishedAt } };
}

/** One that was never executed, or has failed, stays so as long as a step is not SUCCESS. */
function statusAfter(rows: TaskRows): Task['status'] {
  if (nextStep(rows) === null) return 'SUCCESS';
  return rows.task.status === 'SUCCESS' ? 'FAILED' : rows.task.status;
}

/** Whether what the task says is not about this step: there is nothing to say of it yet, or another one has failed too. */
function isToldOfAnother({ steps }: TaskRows, { stepNo }: Step, status: Task['status']): boolean {
  return status === 'PENDING' || steps.some((other) => other.stepNo !== stepNo && other.status === 'FAILED');
}

function describeForTask(rows: TaskRows, { stepNo, name }: Step, resolution: Resolution): string {
  return `${describePosition(rows, stepNo)} (${name}): ${describeResolution(resolution)}`;
}

function describeResolution({ status, by, reason }: Resolution): string {
  return `resolved as ${status} by ${by}: ${reason}`;
}
