import { expect } from 'chai';

import { takeTurns } from '../../../src/scripts/launcher/take-turns.ts';
import { rejectionOf } from '../../support/rejection-of.ts';

describe('takeTurns', () => {
  it('lets so many begin at a time, the others in the order in which they came, also after a failure', async () => {
    const inTurn = takeTurns(2);
    const begun: number[] = [];
    const held = [1, 2, 3, 4].map(() => Promise.withResolvers<number>());
    const answers = held.map(({ promise }, index) =>
      inTurn(() => {
        begun.push(index);
        return promise;
      }),
    );
    expect(begun).to.deep.equal([0, 1]);
    held[1]?.reject(new Error('planted'));
    expect(String(await rejectionOf(answers[1] ?? Promise.resolve()))).to.include('planted');
    expect(begun).to.deep.equal([0, 1, 2]);
    for (const one of [0, 2, 3]) held[one]?.resolve(one);
    expect(await Promise.all([0, 2, 3].map(async (one) => answers[one]))).to.deep.equal([0, 2, 3]);
    expect(await inTurn(() => Promise.resolve('free again'))).to.equal('free again');
  });
});
