/** How everything must be at the end: I6, I10, I13 nothing left over, I14 every task SUCCESS, I3 as it was answered. */

import type { FinalStep, FinalTask, History } from '../history.ts';
import type { Timeline } from '../timeline.ts';
import { ofRule, type Violation } from '../violation.ts';

export function checkFinalState({ final }: History, timeline: Timeline): readonly Violation[] {
  return [...final.tasks.flatMap(checkTask), ...checkProcesses(final.processes, timeline)];
}

function checkTask(task: FinalTask): readonly Violation[] {
  const { taskId, status, steps, recoveredMs } = task;
  const found: Violation[] = [];
  const say = (rule: string, text: string) => found.push(ofRule(rule)(taskId, null, text));
  if (recoveredMs === null) say('I14', 'it did not come to SUCCESS after the faults');
  const running = steps.filter((step) => step.status === 'RUNNING');
  if (running.length > 0) say('I6', `step ${running.map(({ stepNo }) => stepNo).join()} is RUNNING in the end`);
  const isAllSuccess = steps.every((step) => step.status === 'SUCCESS');
  if ((status === 'SUCCESS') !== isAllSuccess) say('I10', `in the end the task is ${status}, ${describe(steps)}`);
  if (!isAsAnswered(task)) say('I3', `answered ${describe(task.answeredSteps)}, stored ${describe(steps)}`);
  return found;
}

function isAsAnswered({ status, steps, answered, answeredSteps }: FinalTask): boolean {
  return status === answered.status && describe(steps) === describe(answeredSteps);
}

function describe(steps: readonly FinalStep[]): string {
  return steps.map(({ stepNo, status, exitCode, logPath }) => [stepNo, status, exitCode, logPath].join(' ')).join(', ');
}

/** What a SUCCESS step left running is its result; nothing else may live. */
function checkProcesses(processes: History['final']['processes'], timeline: Timeline): readonly Violation[] {
  const changes = [...timeline.values()].flat().flatMap(({ steps }) => steps);
  const successful = new Set(changes.filter(({ new: row }) => row.status === 'SUCCESS').map((step) => step.attemptId));
  return processes
    .filter(({ attemptId }) => !successful.has(attemptId))
    .map(({ pid, attemptId }) => ofRule('I13')(null, null, `process ${pid} of ${attemptId ?? 'no attempt'} lives on`));
}
