import { expect } from 'chai';

import { findGrowth, runKillStartCycles } from './kill-start-cycles.ts';

describe('kill and start, again and again on one data folder', () => {
  it('leaves nothing that grows: descriptors, memory, locks, files', async () => {
    expect(findGrowth(await runKillStartCycles(3))).to.deep.equal([]);
  });
});
