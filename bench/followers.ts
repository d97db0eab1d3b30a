/**
 * How soon 200 followers of one task hear of a transition, and what they cost: `npm run bench:followers`. The service is a
 * process of its own with its embedded database; the followers are all in this one, whose own slowness counts against it.
 */

import { makeServiceFolders, startServiceProcess } from '../test/support/service-process.ts';
import { type EventReader, openReader } from './event-reader.ts';
import { cpuMs, forgetPeak, memoryMb, peakMemoryMb } from './process-figures.ts';
import { load, report } from './report.ts';

const FOLLOWERS = 200;
const STEPS = 150;

const STANDING_STILL = 50;

/** Beyond what the kernel itself keeps for a reader: each event of such a step repeats its script. */
const LARGE = `true # ${'x'.repeat(20_000)}`;

const folders = await makeServiceFolders();
const service = await startServiceProcess(folders);
// What is compiled and grown at first is no matter of the followers.
await run('warm-up', 'true');
await measureFollowers();
await measureStandingStill();
await service.end('SIGTERM');
await folders.remove();

async function measureFollowers(): Promise<void> {
  const alone = await run('alone', 'true');
  await service.createTask('followed', scripts('true'));
  const before = memoryMb(service.pid);
  const readers = await openReaders('followed', FOLLOWERS);
  const connected = memoryMb(service.pid);
  const followed = await execute('followed');
  await Promise.all(readers.map((reader) => reader.over));
  const events = readers.reduce((sum, reader) => sum + reader.count(), 0);
  report(
    'the embedded database',
    `a transition to ${FOLLOWERS} followers`,
    readers.flatMap(({ latencies }) => latencies),
  );
  console.log(`${Math.round(events / followed.seconds)} events a second, ${events} in all; ${load()}`);
  console.log(`a run of ${STEPS} steps, followed and not: ${describe(followed)}; ${describe(alone)}`);
  console.log(
    `memory: ${mb(connected - before)} more once they were connected, ${mb(followed.peakMb - before)} at the peak`,
  );
}

/** Each lets events wait until it is dropped; a run without them says what such a run takes anyway. */
async function measureStandingStill(): Promise<void> {
  const alone = await run('large alone', LARGE);
  await service.createTask('stood still', scripts(LARGE));
  const readers = await openReaders('stood still', STANDING_STILL, true);
  const followed = await execute('stood still');
  for (const reader of readers) reader.resume();
  await Promise.all(readers.map((reader) => reader.over));
  const dropped = readers.filter((reader) => !reader.hasSeenEnd()).length;
  console.log(
    `${STANDING_STILL} followers that read nothing: ${dropped} dropped; peak ${mb(followed.peakMb)}, ${mb(alone.peakMb)} without`,
  );
}

interface Took {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

function describe({ seconds, cpuSeconds }: Took): string {
  return `${seconds.toFixed(1)} s with ${cpuSeconds.toFixed(1)} s of CPU of the service`;
}

function mb(figure: number): string {
  return `${figure.toFixed(0)} MB`;
}

async function run(taskId: string, script: string): Promise<Took> {
  await service.createTask(taskId, scripts(script));
  return execute(taskId);
}

function scripts(script: string): readonly string[] {
  return Array<string>(STEPS).fill(script);
}

async function execute(taskId: string): Promise<Took> {
  forgetPeak(service.pid);
  const begun = performance.now();
  const before = cpuMs(service.pid);
  await service.execute(taskId);
  await service.untilStatus(taskId, 'SUCCESS');
  const cpuSeconds = (cpuMs(service.pid) - before) / 1000;
  return { seconds: (performance.now() - begun) / 1000, cpuSeconds, peakMb: peakMemoryMb(service.pid) };
}

function openReaders(taskId: string, count: number, isStill = false): Promise<readonly EventReader[]> {
  const url = `${service.url}/api/v1/init/tasks/${encodeURIComponent(taskId)}/events`;
  return Promise.all(Array.from({ length: count }, () => openReader(url, isStill)));
}
