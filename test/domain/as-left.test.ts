import { expect } from 'chai';

import { isAsLeft } from '../../src/domain/as-left.ts';
import { newLogPath } from '../../src/domain/new-log-path.ts';
import type { StoredRows, TaskRows } from '../../src/domain/rows.ts';
import { resetResidue } from '../../src/domain/transitions/reset-residue.ts';
import { applyUnit, type Unit } from '../../src/domain/unit.ts';
import { rowsOf } from '../support/rows.ts';

const AT = '2026-03-10T08:00:00.000Z';
const LEFT = rowsOf('RUNNING', ['SUCCESS', 'RUNNING', 'PENDING']);
/** Sent, and perhaps stored: step 2 is FAILED and the task too. */
const UNIT: Unit = {
  taskId: 't',
  at: AT,
  steps: [{ ...resetOf(LEFT), to: { ...resetOf(LEFT).to, exitCode: 1 } }],
  task: { from: 'RUNNING', to: { status: 'FAILED', message: null, startedAt: null, finishedAt: AT } },
};

describe('isAsLeft', () => {
  const rows: readonly (readonly [string, StoredRows | null, Unit | null, boolean])[] = [
    ['says yes to rows that nobody touched', LEFT, null, true],
    ['says yes where a sent transition was not stored', LEFT, UNIT, true],
    ['says yes where a sent transition was stored', applyUnit(LEFT, UNIT), UNIT, true],
    ['says no to a task that was deleted', null, null, false],
    ['says no to a task that somebody ended', withTask(LEFT, 'FAILED'), null, false],
    ['says no to a step that somebody ended', withStep(LEFT, 2, { status: 'FAILED' }), null, false],
    ['says no to a step that somebody started again', withStep(LEFT, 2, { logPath: laterLog() }), null, false],
    ['says no to a step that somebody started after ours', withStep(LEFT, 3, { status: 'RUNNING' }), null, false],
    ['says no to a step that was deleted', { ...LEFT, steps: LEFT.steps.toSpliced(1, 1) }, null, false],
    ['says yes to a step changed by hand that does not run', withStep(LEFT, 3, { status: 'FAILED' }), null, true],
  ];

  for (const [title, stored, unit, answer] of rows) {
    it(title, () => {
      expect(isAsLeft(stored, { rows: LEFT, unit })).to.equal(answer);
    });
  }

  it('says yes to a run that has not read anything yet', () => {
    expect(isAsLeft(null, { rows: null, unit: null })).to.equal(true);
  });
});

function withTask({ task, steps }: TaskRows, status: string): StoredRows {
  return { task: { ...task, status }, steps };
}

function withStep({ task, steps }: TaskRows, stepNo: number, change: Partial<StoredRows['steps'][number]>): StoredRows {
  return { task, steps: steps.map((step) => (step.stepNo === stepNo ? { ...step, ...change } : step)) };
}

function laterLog(): string {
  const [, step] = LEFT.steps;
  if (!step) throw new Error('no step');
  return newLogPath('t', step, { place: 'bbbbbbbb', seed: 'another run' });
}

function resetOf(rows: TaskRows): Unit['steps'][number] {
  const [change] = resetResidue(rows, {}, AT).steps;
  if (!change) throw new Error('nothing is RUNNING');
  return change;
}
