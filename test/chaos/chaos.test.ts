import { expect } from 'chai';

import { runCampaign } from './campaign.ts';

/** A few rounds of what `npm run chaos` does for as long as one likes. */
describe('the guarantees hold through random faults', function () {
  this.timeout(300_000);

  const CAMPAIGNS = [
    { database: 'postgresql', instances: 2, seed: 4712 },
    { database: 'embedded', instances: 1, seed: 4713 },
  ] as const;

  for (const { database, instances, seed } of CAMPAIGNS) {
    it(`on ${database} with ${instances} instances, seed ${seed}`, async () => {
      const lines: string[] = [];
      const report = (line: string) => void lines.push(line);
      const { failures } = await runCampaign({ database, instances, seed, rounds: 1, report });
      expect(failures, lines.join('\n')).to.deep.equal([]);
    });
  }
});
