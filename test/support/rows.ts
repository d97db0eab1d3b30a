/** Rows for tests of pure choices and of the statechart. */

import { formatLogPath } from '../../src/domain/log-path.ts';
import type { Step, TaskRows } from '../../src/domain/rows.ts';
import type { Status } from '../../src/domain/status.ts';

/** A task `t` with steps numbered from 1; steps that were ever started have a log path of this place. */
export function rowsOf(taskStatus: Status, stepStatuses: readonly Status[], place = 'aaaaaaaa'): TaskRows {
  const task = {
    taskId: 't',
    name: 'Task t',
    status: taskStatus,
    message: null,
    createdAt: '2026-03-10T07:00:00.000Z',
    updatedAt: '2026-03-10T07:00:00.000Z',
    startedAt: null,
    finishedAt: null,
  };
  return { task, steps: stepStatuses.map((status, index) => stepOf(index + 1, status, place)) };
}

function stepOf(stepNo: number, status: Status, place = 'aaaaaaaa'): Step {
  const wasStarted = status !== 'PENDING';
  return {
    stepNo,
    name: `step-${stepNo}`,
    script: 'true',
    status,
    message: null,
    logPath: wasStarted ? formatLogPath('t', stepNo, { attempt: 1, place, random: '0123456789abcdef' }) : null,
    exitCode: status === 'SUCCESS' ? 0 : null,
    startedAt: wasStarted ? '2026-03-10T07:30:00.000Z' : null,
    finishedAt: status === 'SUCCESS' || status === 'FAILED' ? '2026-03-10T07:31:00.000Z' : null,
  };
}
