/** How a log of 2 GB is answered: `npm run bench:large-log`; its last lines, the whole of it, and what memory that takes. */

import { readFileSync } from 'node:fs';

import { makeServiceFolders, startServiceProcess } from '../test/support/service-process.ts';
import { report } from './report.ts';

const TAILS = 50;

// A log with a hole: as large as any to its readers, and made at once.
const HUGE = 'truncate -s 2G /dev/stdout; seq 1 1000';

const folders = await makeServiceFolders();
const service = await startServiceProcess(folders);
await service.createTask('huge', [HUGE]);
await service.execute('huge');
await service.untilStatus('huge', 'SUCCESS');
const log = `${service.url}/api/v1/init/tasks/huge/steps/1/log`;
const before = peakMemoryMb();
report('the embedded database', 'the last 100 lines of a log of 2 GB', await readTails());
report('the embedded database', 'the whole log', [await readWhole()]);
console.log(`memory of the service: ${Math.round(peakMemoryMb() - before)} MB more at its peak`);
await service.end('SIGTERM');
await folders.remove();

async function readTails(): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < TAILS; n += 1) {
    const begun = performance.now();
    const text = await (await fetch(`${log}?tail=100`)).text();
    times.push(performance.now() - begun);
    if (!text.endsWith('\n999\n1000\n')) throw new Error(`answered ${text}`);
  }
  return times;
}

async function readWhole(): Promise<number> {
  const begun = performance.now();
  const response = await fetch(log);
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  if (bytes !== Number(response.headers.get('content-length'))) throw new Error(`${bytes} bytes came`);
  return performance.now() - begun;
}

function peakMemoryMb(): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024;
}
