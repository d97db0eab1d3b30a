import { expect } from 'chai';

import { checkRows } from '../../src/domain/check-rows.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import type { StoredRows } from '../../src/domain/rows.ts';
import { rowsOf } from '../support/rows.ts';

const good = rowsOf('FAILED', ['SUCCESS', 'FAILED']);
const withStep = (change: object): StoredRows => ({
  ...good,
  steps: good.steps.map((step, index) => (index === 1 ? { ...step, ...change } : step)),
});

describe('the check of rows before a run', () => {
  it('takes known statuses and any order of numbers from 0', () => {
    expect(checkRows(good)).to.equal(good);
    const gaps = withStep({ stepNo: 7 });
    expect(checkRows(gaps)).to.equal(gaps);
    const zero = withStep({ stepNo: 0 });
    expect(checkRows(zero)).to.equal(zero);
  });

  const table: readonly [string, StoredRows, string, string | undefined][] = [
    ['no steps', { ...good, steps: [] }, 'task-has-no-steps', undefined],
    [
      'an unknown task status',
      { ...good, task: { ...good.task, status: 'DONE' } },
      'task-data-invalid',
      'unknown-status',
    ],
    [
      'a task status in lower case',
      { ...good, task: { ...good.task, status: 'success' } },
      'task-data-invalid',
      'unknown-status',
    ],
    ['a task without status', { ...good, task: { ...good.task, status: null } }, 'task-data-invalid', 'unknown-status'],
    ['an unknown step status', withStep({ status: '' }), 'task-data-invalid', 'unknown-status'],
    ['a step without status', withStep({ status: null }), 'task-data-invalid', 'unknown-status'],
    ['a negative step number', withStep({ stepNo: -1 }), 'task-data-invalid', 'negative-step-no'],
    ['a step number twice', withStep({ stepNo: 1 }), 'task-data-invalid', 'duplicate-step-no'],
  ];
  for (const [title, rows, code, reason] of table) {
    it(`refuses ${title} as ${code}`, () => {
      expect(() => checkRows(rows))
        .to.throw(Refusal)
        .that.includes({ code, reason, taskId: 't' });
    });
  }
});
