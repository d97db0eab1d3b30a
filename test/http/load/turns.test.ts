/** Large answers that are asked for at once. */

import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';

import { openTurns } from '../../../src/http/load/turns.ts';

describe('turns', () => {
  it('are taken one after the other, with a turn of the event loop for everybody else in between', async () => {
    const turns = openTurns();
    const order: string[] = [];
    const pages = ['first', 'second', 'third'].map((page) => turns().then(() => order.push(page)));
    for (const other of ['a', 'b']) {
      await setImmediate();
      order.push(other);
    }
    await Promise.all(pages);
    expect(order).to.deep.equal(['a', 'first', 'b', 'second', 'third']);
  });
});
