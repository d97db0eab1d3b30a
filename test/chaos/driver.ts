/**
 * `npm run chaos -- --rounds 60 --seed 1 --database postgresql --instances 1`: rounds of random faults, each checked.
 * Ends with exit code 1 where a guarantee did not hold, or where too little was put to the test.
 */

import process from 'node:process';
import { parseArgs } from 'node:util';

import { type Campaign, type CampaignOptions, runCampaign } from './campaign.ts';

const stopping = new AbortController();
// The round in progress comes to its end, so that nothing of it is left.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());

const options = readOptions();
const campaign = await runCampaign(options);
summarize(campaign, options);
// The test server of PostgreSQL lives as long as this process.
process.exit(campaign.failures.length + campaign.missing.length > 0 ? 1 : 0);

function readOptions(): CampaignOptions {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      database: { type: 'string', default: 'postgresql' },
      instances: { type: 'string', default: '1' },
    },
  });
  const instances = Number(values.instances);
  const { database } = values;
  if (database !== 'postgresql' && database !== 'embedded') throw new Error('--database postgresql or embedded');
  if (![1, 2, 3].includes(instances) || (database === 'embedded' && instances > 1)) {
    throw new Error('--instances 1 to 3; the embedded database serves one');
  }
  return {
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    database,
    instances,
    report: say,
    stopping: stopping.signal,
  };
}

function say(line: string): void {
  console.log(line);
}

function summarize({ rounds, failures, coverage, missing }: Campaign, { database, instances }: CampaignOptions): void {
  const { failpoints, ...counts } = coverage;
  console.log(`\n${rounds} rounds on ${database} with ${instances} instances, ${failures.length} failed`);
  for (const [name, count] of [...Object.entries(counts), ...Object.entries(failpoints)]) {
    console.log(`  ${name.padEnd(30)} ${count}`);
  }
  for (const line of missing) console.log(`not enough: ${line}`);
  if (failures.length > 0) console.log(`failed seeds: ${failures.map(({ seed }) => seed).join(' ')}`);
}
