import { expect } from 'chai';

import { runCampaign } from './campaign.ts';
import { openSharedPostgresDatabases } from './postgres-databases.ts';

/** One round of what `npm run chaos` does for as long as one likes, on either database and up to three instances. */
describe('the guarantees hold through random faults', function () {
  this.timeout(300_000);

  it('on PostgreSQL with two instances', async () => {
    const lines: string[] = [];
    const report = (line: string) => void lines.push(line);
    const databases = await openSharedPostgresDatabases();
    const campaign = { database: 'postgresql', databases, instances: 2, seed: 4715, rounds: 1, report } as const;
    const { failures, coverage } = await runCampaign(campaign);
    expect(failures, lines.join('\n')).to.deep.equal([]);
    // A round in which nothing went wrong proves nothing.
    expect(Object.values(coverage.failpoints).filter((hits) => hits > 0)).to.not.deep.equal([]);
  });
});
