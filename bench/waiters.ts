/**
 * What reads that wait cost while nothing happens, and while each step of a run wakes them: `npm run bench:waiters`. The
 * service is a process of its own with its embedded database.
 */

import { makeServiceFolders, startServiceProcess } from '../test/support/service-process.ts';
import { eventually } from '../test/support/eventually.ts';
import { cpuMs, memoryMb } from './process-figures.ts';
import { load } from './report.ts';

/** MAX_STREAMS allows 500. */
const WAITERS = 450;
const STEPS = 50;
const IDLE_MS = 10_000;

const folders = await makeServiceFolders();
const service = await startServiceProcess(folders);
await run('warm-up');
const alone = await run('alone');
await service.createTask('idle', ['true']);
const before = memoryMb(service.pid);
const waiting = openWaiters('idle');
await eventually('all to wait', () => waiting.asked() === WAITERS);
const connected = memoryMb(service.pid);
const idle = await measureIdle();
waiting.leave();
await service.createTask('waited', Array<string>(STEPS).fill('sleep 0.05'));
const waiters = openWaiters('waited', '/steps');
await eventually('all to wait', () => waiters.asked() === WAITERS);
const waited = await run('waited', false);
waiters.leave();
console.log(
  `${WAITERS} that wait for a task at rest: ${idle.toFixed(1)} ms of CPU a second, ${(connected - before).toFixed(0)} MB`,
);
const answers = waiters.asked() - WAITERS;
console.log(
  `a run of ${STEPS} steps: ${alone.toFixed(2)} s of CPU of the service; ${waited.toFixed(2)} s with ${answers} answers to those who wait; ${load()}`,
);
await service.end('SIGTERM');
await folders.remove();

async function measureIdle(): Promise<number> {
  const cpu = cpuMs(service.pid);
  const began = performance.now();
  await eventually('some time to pass', () => performance.now() - began > IDLE_MS, {
    everyMs: 500,
    withinMs: 2 * IDLE_MS,
  });
  return (cpuMs(service.pid) - cpu) / ((performance.now() - began) / 1000);
}

/** In s of CPU. */
async function run(taskId: string, isNew = true): Promise<number> {
  if (isNew) await service.createTask(taskId, Array<string>(STEPS).fill('sleep 0.05'));
  const cpu = cpuMs(service.pid);
  await service.execute(taskId);
  await service.untilStatus(taskId, 'SUCCESS');
  return (cpuMs(service.pid) - cpu) / 1000;
}

/** Each asks again as soon as it is answered. */
function openWaiters(taskId: string, part = '') {
  const leaving = new AbortController();
  const { signal } = leaving;
  const path = `${service.url}/api/v1/init/tasks/${taskId}${part}?wait=60`;
  let asked = 0;
  const wait = async () => {
    for (let tag = ''; !signal.aborted; asked += 1) {
      const response = await fetch(path, { headers: { 'If-None-Match': tag }, signal });
      await response.arrayBuffer();
      tag = response.headers.get('etag') ?? '';
    }
  };
  for (let number = 0; number < WAITERS; number += 1) void wait().catch(() => null);
  return { asked: () => asked, leave: () => leaving.abort() };
}
