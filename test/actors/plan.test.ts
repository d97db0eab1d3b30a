/** The plan of an execute against what a run then does, on rows of every kind. */

import { expect } from 'chai';
import * as fc from 'fast-check';

import { checkRows } from '../../src/domain/check-rows.ts';
import { planRun } from '../../src/domain/plan.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import type { StoredRows, TaskRows } from '../../src/domain/rows.ts';
import { STATUSES } from '../../src/domain/status.ts';
import type { StepChange } from '../../src/domain/unit.ts';
import { heldRun } from '../support/held-run.ts';
import { rowsOf } from '../support/rows.ts';

const status = fc.constantFrom(...STATUSES);

/** Steps in the order of their numbers, which may have gaps, on this host or another one. */
const rows = fc
  .record({
    task: status,
    steps: fc.array(status, { minLength: 1, maxLength: 6 }),
    gap: fc.nat({ max: 3 }),
    place: fc.constantFrom('aaaaaaaa', 'bbbbbbbb'),
  })
  .map(({ task, steps, gap, place }) => numbered(rowsOf(task, steps, place), (index) => index * (gap + 1)));

/** The same with something in it that the service does not know how to run, or nothing at all. */
const oddRows: fc.Arbitrary<StoredRows> = fc
  .tuple(rows, fc.constantFrom('task', 'step', 'null', 'negative', 'twice', 'none'))
  .map(([{ task, steps }, fault]) => {
    const [first] = steps;
    if (first === undefined || fault === 'none') return { task, steps: [] };
    if (fault === 'task') return { task: { ...task, status: 'DONE' }, steps };
    if (fault === 'step') return { task, steps: [{ ...first, status: 'success' }, ...steps.slice(1)] };
    if (fault === 'null') return { task: { ...task, status: null }, steps };
    if (fault === 'negative') return { task, steps: [{ ...first, stepNo: -1 }, ...steps.slice(1)] };
    return { task, steps: [first, ...steps] };
  });

describe('the plan of an execute', () => {
  it('is what the run then does', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (stored) => {
        const { canExecute, reason, steps } = planRun(stored, null);
        const run = heldRun(stored);
        const end = await run.finish();
        const reset = run.sent.flatMap((unit) => unit.steps.filter(isReset)).map(({ stepNo }) => stepNo);
        const numbersOf = (...actions: string[]) =>
          steps.filter(({ action }) => actions.includes(action)).map(({ stepNo }) => stepNo);
        expect(run.started).to.deep.equal(numbersOf('run', 'reset-and-run'));
        expect(reset).to.deep.equal(numbersOf('reset-and-run'));
        expect(end).to.equal(canExecute ? 'succeeded' : 'alreadySucceeded');
        expect(steps.map(({ stepNo }) => stepNo)).to.deep.equal(stored.steps.map(({ stepNo }) => stepNo));
        expect(reason === null).to.equal(canExecute);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses the rows that a run refuses, in the same words', () => {
    fc.assert(
      fc.property(oddRows, (stored) => {
        const { canExecute, reason, steps } = planRun(stored, null);
        expect({ canExecute, steps }).to.deep.equal({ canExecute: false, steps: [] });
        expect(() => checkRows(stored)).to.throw(Refusal, reason ?? 'no reason');
      }),
    );
  });

  it('tells what is in its way before it looks at the rows', () => {
    const obstacle = new Refusal('already-running', 'The task is running already.');
    expect(planRun(rowsOf('PENDING', ['PENDING']), obstacle)).to.deep.equal({
      canExecute: false,
      reason: 'The task is running already.',
      steps: [],
    });
  });

  it('says why, step by step', () => {
    const { steps } = planRun(rowsOf('RUNNING', ['SUCCESS', 'FAILED', 'RUNNING', 'PENDING']), null);
    expect(steps.map(({ action, why }) => `${action}: ${why}`)).to.deep.equal([
      'skip: It is SUCCESS and is not run again.',
      'run: It is FAILED and is run again.',
      'reset-and-run: It is RUNNING, but nobody runs it: what is left of its interrupted attempt is ended, then it is run again.',
      'run: It was never run.',
    ]);
  });
});

function isReset({ from, to }: StepChange): boolean {
  return from.status === 'RUNNING' && to.status === 'FAILED';
}

function numbered({ task, steps }: TaskRows, numberOf: (index: number) => number): TaskRows {
  return { task, steps: steps.map((step, index) => ({ ...step, stepNo: numberOf(index) })) };
}
