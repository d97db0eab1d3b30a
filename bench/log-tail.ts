/** How fast the last lines of a log of 2 GB are answered: `npm run bench:log-tail`, medians in ms. */

import { makeServiceFolders, startServiceProcess } from '../test/support/service-process.ts';
import { report } from './report.ts';

const READS = 50;

// A log with a hole: as large as any to its readers, and made at once.
const HUGE = 'truncate -s 2G /dev/stdout; seq 1 1000';

const folders = await makeServiceFolders();
const service = await startServiceProcess(folders);
await service.createTask('huge', [HUGE]);
await service.execute('huge');
await service.untilStatus('huge', 'SUCCESS');
const times: number[] = [];
for (let n = 0; n < READS; n += 1) {
  const begun = performance.now();
  const response = await fetch(`${service.url}/api/v1/init/tasks/huge/steps/1/log?tail=100`);
  const text = await response.text();
  times.push(performance.now() - begun);
  if (!text.endsWith('\n999\n1000\n')) throw new Error(`answered ${response.status}`);
}
report('the embedded database', 'the last 100 lines of a log of 2 GB', times);
await service.end('SIGTERM');
await folders.remove();
