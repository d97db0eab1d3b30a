/** The text of the steps of a task. */

import { expect } from 'chai';

import type { Step } from '../../../src/domain/rows.ts';
import { presentStep } from '../../../src/http/tasks/present-step.ts';
import { keepStepTexts } from '../../../src/http/tasks/step-texts.ts';
import { mask } from '../../support/mask.ts';
import { rowsOf } from '../../support/rows.ts';

const stepsOf = (count: number): readonly Step[] =>
  rowsOf(
    'RUNNING',
    Array.from({ length: count }, () => 'FAILED' as const),
  ).steps.map((step) => Object.assign({}, step, { message: '失败' }));

describe('the text of steps', () => {
  for (const count of [0, 1, 20, 501, 600]) {
    it(`is that of each of ${count}`, () => {
      const steps = stepsOf(count);
      const { bytes } = keepStepTexts(mask)(steps);
      expect(JSON.parse(String(bytes))).to.deep.equal(steps.map((step) => presentStep(step, mask)));
    });
  }

  it('is the very same until they change, and its tag with it', () => {
    const texts = keepStepTexts(mask);
    const steps = stepsOf(20);
    expect(texts(steps)).to.equal(texts(steps));
    expect(texts(steps).tag()).to.equal(texts(stepsOf(20)).tag());
    expect(texts(steps).tag()).to.not.equal(texts(stepsOf(19)).tag());
  });

  it('is made anew of many only where one of them has changed', () => {
    let made = 0;
    const texts = keepStepTexts((text) => {
      made += 1;
      return text;
    });
    const steps = stepsOf(600);
    texts(steps);
    expect(made).to.equal(600);
    const after = steps.map((step) => (step.stepNo === 17 ? Object.assign({}, step, { message: 'changed' }) : step));
    expect(String(texts(after).bytes)).to.include('"message":"changed"');
    expect(made).to.equal(601);
  });
});
