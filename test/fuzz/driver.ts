/**
 * `npm run fuzz -- --seed 1 --requests 20000`: random requests to the API, each answer compared with its description.
 * Ends with exit code 1 where one was not as described.
 */

import process from 'node:process';
import { parseArgs } from 'node:util';

import { fuzz } from './fuzz.ts';
import { openFuzzService } from './fuzz-service.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    requests: { type: 'string', default: '10000' },
  },
});

const seed = Number(values.seed);
const service = await openFuzzService();
console.log(`seed ${seed}`);
const { answers, fault } = await fuzz({ port: service.port, seed, requests: Number(values.requests) });
await service.close();
for (const seen of [...answers.keys()].sort()) console.log(`${String(answers.get(seen)).padStart(7)} ${seen}`);
console.log(fault ?? 'every answer was as described');
// The test server of PostgreSQL lives as long as this process.
process.exit(fault === null ? 0 : 1);
