/** The time as it is written of several things that happen in one millisecond. */

import { expect } from 'chai';

import { openTimeText } from '../../src/platform/time-text.ts';
import { eventually } from '../support/eventually.ts';

describe('the time as a text', () => {
  it('is the time now, as ISO 8601, and goes on with the clock', async () => {
    const timeText = openTimeText();
    const first = timeText();
    await eventually('the next millisecond', () => timeText() !== first);
    const before = new Date().toISOString();
    const text = timeText();
    const after = new Date().toISOString();
    expect([first, before, text, after].toSorted()).to.deep.equal([first, before, text, after]);
  });
});
