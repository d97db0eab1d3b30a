/** Work that is shared by all who ask for it before it begins. */

import { expect } from 'chai';

import { shareWaiting } from '../../src/platform/share-waiting.ts';

describe('work for all who wait', () => {
  it('is begun once for those who ask before it begins, and anew for whoever asks later', async () => {
    const turns: PromiseWithResolvers<void>[] = [];
    const share = shareWaiting(async (work) => {
      const turn = Promise.withResolvers<void>();
      turns.push(turn);
      await turn.promise;
      return work();
    });
    let begun = 0;
    const end = Promise.withResolvers<void>();
    const work = async () => {
      begun += 1;
      const number = begun;
      await end.promise;
      return number;
    };
    const early = [share('same', work), share('same', work), share('other', work)];
    turns[0]?.resolve();
    await turns[0]?.promise;
    const late = share('same', work);
    for (const { resolve } of turns) resolve();
    end.resolve();
    expect(await Promise.all([...early, late])).to.deep.equal([1, 1, 2, 3]);
  });

  it('that was given up before its turn came is not given to whoever asks later', async () => {
    const turn = Promise.withResolvers<void>();
    let isFirst = true;
    const share = shareWaiting(async (work) => {
      await (isFirst ? turn.promise : null);
      isFirst = false;
      return work();
    });
    const first = share('same', () => Promise.resolve('first')).catch((error: unknown) => error);
    turn.reject(new Error('given up'));
    expect(await first).to.be.instanceOf(Error);
    isFirst = false;
    expect(await share('same', () => Promise.resolve('second'))).to.equal('second');
  });
});
