/** What execute would do, as the page tells it before somebody does it. */

import { expect } from 'chai';

import type { Step, Task } from '../../visualizer/src/api/answers.ts';
import { asShown, planOf, readReason, stepToLookAt } from '../../visualizer/src/task/plan.ts';

describe('the plan of the page', () => {
  for (const [title, task, statuses, plan] of [
    ['begins a task that was never executed', 'PENDING', 'PP', { kind: 'begin', stepNo: 1, skipped: 0 }],
    ['resumes at the failed step', 'FAILED', 'SSFP', { kind: 'resume', stepNo: 3, skipped: 2 }],
    ['skips later steps that are done too', 'FAILED', 'SFS', { kind: 'resume', stepNo: 2, skipped: 2 }],
    ['cleans up after a service that died', 'RUNNING', 'SRP', { kind: 'recover', stepNo: 2, skipped: 1 }],
    ['cleans up where only a step says RUNNING', 'FAILED', 'SRP', { kind: 'recover', stepNo: 2, skipped: 1 }],
    ['has nothing to do where all is done', 'SUCCESS', 'SS', { kind: 'all-done' }],
    ['has nothing to do where there are no steps', 'PENDING', '', { kind: 'no-steps' }],
  ] as const) {
    it(title, () => {
      expect(planOf(taskOf(task), stepsOf(statuses))).to.include(plan);
    });
  }

  it('starts nothing new where the task runs', () => {
    expect(planOf({ ...taskOf('RUNNING'), active: true }, stepsOf('SR'))).to.include({ kind: 'runs', stepNo: 2 });
  });

  it('shows as interrupted what is RUNNING in a task that nobody runs', () => {
    expect(shown(false)).to.deep.equal(['SUCCESS', 'interrupted', 'PENDING']);
    expect(shown(true)).to.deep.equal(['SUCCESS', 'RUNNING', 'PENDING']);
  });

  it('looks at what failed first, then at what runs, then at what comes next', () => {
    expect(stepToLookAt(stepsOf('SRFP'))?.stepNo).to.equal(3);
    expect(stepToLookAt(stepsOf('SRP'))?.stepNo).to.equal(2);
    expect(stepToLookAt(stepsOf('SP'))?.stepNo).to.equal(2);
    expect(stepToLookAt(stepsOf('SS'))?.stepNo).to.equal(2);
    expect(stepToLookAt([])).to.equal(null);
  });

  it('tells the cause from what the script said last', () => {
    expect(readReason('step 2 of 3 (A): exit code 1; last output: cat: no; last output: file')).to.deep.equal({
      cause: 'step 2 of 3 (A): exit code 1',
      lastOutput: 'cat: no; last output: file',
    });
    expect(readReason('cancelled by ann')).to.deep.equal({ cause: 'cancelled by ann', lastOutput: null });
  });
});

const STATUSES: Readonly<Record<string, string>> = { P: 'PENDING', R: 'RUNNING', S: 'SUCCESS', F: 'FAILED' };

function taskOf(status: string): Task {
  const times = { createdAt: null, updatedAt: null, startedAt: null, finishedAt: null };
  return {
    taskId: 't',
    name: 'T',
    status,
    active: false,
    owner: null,
    totalSteps: 0,
    successSteps: 0,
    message: null,
    ...times,
  };
}

function statusOf({ status }: Step): string | null {
  return status;
}

function stepsOf(letters: string): readonly Step[] {
  return Array.from(letters, (letter, index) => ({
    stepNo: index + 1,
    name: `step ${index + 1}`,
    script: 'true',
    status: STATUSES[letter] ?? null,
    message: null,
    exitCode: null,
    startedAt: null,
    finishedAt: null,
    attempts: letter === 'P' ? 0 : 1,
  }));
}

function shown(active: boolean): readonly (string | null)[] {
  return asShown({ ...taskOf('RUNNING'), active }, stepsOf('SRP')).map(statusOf);
}
