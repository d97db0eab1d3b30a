/** The rows after a unit was stored. */

import { expect } from 'chai';

import type { Step } from '../../src/domain/rows.ts';
import { applyUnit, type Unit } from '../../src/domain/unit.ts';
import { rowsOf } from '../support/rows.ts';

const rows = rowsOf('RUNNING', Array<'PENDING'>(1000).fill('PENDING'));

function started(stepNo: number): Unit {
  const to = {
    status: 'RUNNING',
    message: null,
    logPath: 'p',
    exitCode: null,
    startedAt: 'a',
    finishedAt: null,
  } as const;
  return { taskId: 't', at: 'a', steps: [{ stepNo, from: { status: 'PENDING', logPath: null }, to }], task: null };
}

describe('the rows after a unit', () => {
  it('have its steps changed and all others as they were', () => {
    const after = applyUnit(rows, started(17));
    const changed = after.steps.filter((step, index) => step !== rows.steps[index]);
    expect(changed).to.deep.equal([{ ...rows.steps[16], ...started(17).steps[0]?.to }]);
    expect(after.task).to.equal(rows.task);
  });

  it('have the steps that they had where only the task changes', () => {
    expect(applyUnit(rows, { ...started(17), steps: [] }).steps).to.equal(rows.steps);
  });

  it('are right also where numbers have gaps, and where a number is not there', () => {
    const odd = { ...rows, steps: rows.steps.filter(({ stepNo }) => stepNo === 0 || stepNo % 7 === 0) };
    const numbers = (unit: Unit) =>
      applyUnit(odd, unit).steps.flatMap(({ stepNo, status }) => (status === 'RUNNING' ? stepNo : []));
    expect([numbers(started(14)), numbers(started(15)), numbers(started(0))]).to.deep.equal([[14], [], []]);
  });

  it('are made without a look at the steps that stay, however many there are', () => {
    let looks = 0;
    const watched = rows.steps.map((step): Step => {
      const look = { get: () => ((looks += 1), step.stepNo), enumerable: true };
      return Object.defineProperty({ ...step }, 'stepNo', look);
    });
    applyUnit({ ...rows, steps: watched }, started(1000));
    expect(looks).to.be.at.most(2);
  });
});
