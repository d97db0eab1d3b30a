/** What the page offers to do with a step by hand, and what it says that this makes of the task. */

import { expect } from 'chai';

import type { Step, Task } from '../../visualizer/src/api/answers.ts';
import { curlOf } from '../../visualizer/src/task/curl.ts';
import { groupPlan } from '../../visualizer/src/task/group-plan.ts';
import { countFrom, powersOver, statusOnceSettled } from '../../visualizer/src/task/settling.ts';

describe('a step that is changed by hand', () => {
  it('is mended unless it is SUCCESS, and run again from where every step before it is', () => {
    const steps = stepsOf('SUCCESS', 'FAILED', 'PENDING');
    expect(steps.map((step) => powersOver(taskOf('FAILED'), steps, step))).to.deep.equal([
      { canMend: false, canSettle: true, canRunFrom: true },
      { canMend: true, canSettle: true, canRunFrom: true },
      { canMend: true, canSettle: true, canRunFrom: false },
    ]);
  });

  it('is left alone while its task runs', () => {
    const steps = stepsOf('FAILED');
    const running = { ...taskOf('RUNNING'), active: true };
    expect(steps.map((step) => powersOver(running, steps, step))).to.deep.equal([
      { canMend: false, canSettle: false, canRunFrom: false },
    ]);
  });

  for (const [title, task, statuses, stepNo, settled, then] of [
    ['SUCCESS once the last one is', 'FAILED', ['SUCCESS', 'FAILED'], 2, 'SUCCESS', 'SUCCESS'],
    ['as it is while another one is not', 'FAILED', ['FAILED', 'PENDING'], 1, 'SUCCESS', 'FAILED'],
    ['PENDING where it was never executed', 'PENDING', ['PENDING', 'PENDING'], 1, 'SUCCESS', 'PENDING'],
    ['FAILED where it was SUCCESS', 'SUCCESS', ['SUCCESS', 'SUCCESS'], 1, 'FAILED', 'FAILED'],
    ['FAILED where its run was interrupted', 'RUNNING', ['RUNNING', 'PENDING'], 1, 'SUCCESS', 'FAILED'],
  ] as const) {
    it(`leaves its task ${title}`, () => {
      const steps = stepsOf(...statuses);
      const step = steps.find((one) => one.stepNo === stepNo);
      if (!step) throw new Error('there is such a step');
      expect(statusOnceSettled(taskOf(task), steps, step, settled)).to.equal(then);
    });
  }

  it('sets back what is SUCCESS there and behind, and passes over what is before', () => {
    const steps = stepsOf('SUCCESS', 'SUCCESS', 'FAILED', 'SUCCESS');
    const counts = steps.slice(0, 2).map((step) => countFrom(steps, step));
    expect(counts).to.deep.equal([
      { again: 3, before: 0 },
      { again: 2, before: 1 },
    ]);
  });

  it('is one request for a shell, whatever its script holds', () => {
    const body = JSON.stringify({ script: "echo 'a'\n", reason: '$HOME' });
    const request = { origin: 'http://localhost', path: '/x', method: 'PUT', body, needsToken: false } as const;
    expect(curlOf(request)).to.equal(
      String.raw`curl -s -X PUT -H 'Content-Type: application/json' -d '{"script":"echo '\''a'\''\n","reason":"$HOME"}' 'http://localhost/x'`,
    );
  });
});

describe('the plan of the service', () => {
  it('is told of steps together that follow one another and are treated alike', () => {
    const plan = [
      { stepNo: 1, action: 'skip', why: 'done' },
      { stepNo: 2, action: 'skip', why: 'done' },
      { stepNo: 4, action: 'run', why: 'failed' },
      { stepNo: 5, action: 'run', why: 'new' },
    ] as const;
    expect(groupPlan(plan)).to.deep.equal([
      { first: 1, last: 2, action: 'skip', why: 'done' },
      { first: 4, last: 4, action: 'run', why: 'failed' },
      { first: 5, last: 5, action: 'run', why: 'new' },
    ]);
  });
});

function taskOf(status: string): Task {
  const times = { createdAt: null, updatedAt: null, startedAt: null, finishedAt: null };
  const counts = { totalSteps: 0, successSteps: 0 };
  return { taskId: 't', name: 'T', status, active: false, owner: null, message: null, ...counts, ...times };
}

function stepsOf(...statuses: readonly string[]): readonly Step[] {
  return statuses.map((status, index) => ({
    stepNo: index + 1,
    name: `step ${index + 1}`,
    script: 'true',
    status,
    message: null,
    exitCode: null,
    startedAt: null,
    finishedAt: null,
    attempts: 1,
  }));
}
