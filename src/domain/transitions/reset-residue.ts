/** Residue becomes FAILED, which keeps the fact that the last run stopped there; the task is RUNNING again. */

import { runningSteps } from '../choices.ts';
import { endTime } from '../end-time.ts';
import type { Step, TaskRows } from '../rows.ts';
import type { StepChange, Unit } from '../unit.ts';

/** What the fence found of an interrupted attempt. */
export interface Interruption {
  /** Processes of the dead run that were still alive and were ended. */
  readonly endedProcesses: number;
  /** How the script ended by its attempt record, where nobody stored it; null where that is not known. */
  readonly recordedEnd: string | null;
}

/** By step number; a step without one is told to be interrupted and no more. */
export type Interruptions = Readonly<Record<number, Interruption>>;

export function resetResidue(rows: TaskRows, interruptions: Interruptions, at: string): Unit {
  const { taskId, message, startedAt } = rows.task;
  const steps = resetSteps(rows, interruptions, at);
  return {
    taskId,
    at,
    steps,
    task: { from: 'RUNNING', to: { status: 'RUNNING', message, startedAt, finishedAt: null } },
  };
}

/** The steps' part of it: each that is RUNNING becomes FAILED. */
export function resetSteps(rows: TaskRows, interruptions: Interruptions, at: string): readonly StepChange[] {
  return runningSteps(rows).map((step) => resetStep(step, interruptions[step.stepNo], at));
}

function resetStep(step: Step, interruption: Interruption | undefined, at: string): StepChange {
  const { status, logPath, startedAt } = step;
  const message = describeInterruption(interruption);
  const to = { status: 'FAILED', message, logPath, exitCode: null, startedAt, finishedAt: endTime(step, at) } as const;
  return { stepNo: step.stepNo, from: { status, logPath }, to };
}

function describeInterruption(interruption: Interruption | undefined): string {
  const parts = ['interrupted: the service ended while this step was running'];
  if (interruption?.recordedEnd) parts.push(interruption.recordedEnd);
  if (interruption?.endedProcesses)
    parts.push(`${interruption.endedProcesses} of its processes were still alive and were ended`);
  return parts.join('; ');
}
