import { expect } from 'chai';

import { runCampaign } from './campaign.ts';

/** A few rounds of what `npm run chaos` does for as long as one likes. */
describe('the guarantees hold through random faults', function () {
  this.timeout(300_000);

  const CAMPAIGNS = [
    { database: 'postgresql', seed: 4711, rounds: 2 },
    { database: 'embedded', seed: 4713, rounds: 1 },
  ] as const;

  for (const { database, seed, rounds } of CAMPAIGNS) {
    it(`in ${rounds} rounds on ${database}, from seed ${seed} on`, async () => {
      const lines: string[] = [];
      const report = (line: string) => void lines.push(line);
      const { failures } = await runCampaign({ database, seed, rounds, instances: 1, report });
      expect(failures, lines.join('\n')).to.deep.equal([]);
    });
  }
});
