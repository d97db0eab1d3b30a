/** Kills the service and starts it again on one data folder, many times: nothing may grow. `npm run soak` does it in full. */

import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import { eventually } from '../support/eventually.ts';
import { livingCommands, livingProcesses } from '../support/living-processes.ts';
import { childOf, openDescriptorsOf, residentMbOf } from '../support/process-family.ts';
import { openEmbedded } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { witnessScripts } from '../support/witnessed-scripts.ts';

const FULL_CYCLES = 100;

/** A script that is killed at any moment of its first half second. */
const LONGEST_LIFE_MS = 500;

/** What may not grow from one cycle to the next. */
export interface CycleFigures {
  readonly startMs: number;
  readonly serviceDescriptors: number;
  readonly launcherDescriptors: number;
  readonly databaseDescriptors: number;
  readonly serviceMb: number;
  readonly launcherMb: number;
  readonly databaseMb: number;
  readonly lockFiles: number;
  /** Beside logs and the database's own files. */
  readonly dataEntries: number;
  /** Left in the temporary folder by the services of this run. */
  readonly socketFolders: number;
  /** Log files and records beyond two an attempt. */
  readonly surplusLogs: number;
}

type Tell = (cycle: number, figures: CycleFigures | undefined) => void;

/** Throws where a process stays, two of a step live at once, or the task cannot be brought to its end. */
export async function runKillStartCycles(
  cycles: number,
  tell: Tell = () => undefined,
): Promise<readonly CycleFigures[]> {
  const folders = await makeServiceFolders();
  try {
    await openEmbedded(folders);
    return await killAndStart(folders, cycles, tell);
  } finally {
    await folders.remove();
  }
}

/** One sentence for each figure that is larger at the end than at the beginning by more than it swings. */
export function findGrowth(figures: readonly CycleFigures[]): readonly string[] {
  const share = Math.max(1, Math.floor(figures.length / 5));
  const names = Object.keys(figures[0] ?? {}).filter((name) => name !== 'startMs') as (keyof CycleFigures)[];
  return names.flatMap((name) => {
    // The first cycle makes what later ones find.
    const early = medianOf(figures.slice(1, 1 + share), name);
    const late = medianOf(figures.slice(-share), name);
    const swing = name.endsWith('Mb') ? early * 0.1 : 1;
    return late - early > swing ? [`${name} grew from ${early.toFixed(1)} to ${late.toFixed(1)}`] : [];
  });
}

async function killAndStart(folders: ServiceFolders, cycles: number, tell: Tell): Promise<readonly CycleFigures[]> {
  const witness = witnessScripts(folders.root);
  const pids: number[] = [];
  const figures: CycleFigures[] = [];
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    const begun = performance.now();
    const service = await startServiceProcess(folders, { KILL_GRACE: '0.2' });
    const startMs = performance.now() - begun;
    pids.push(service.pid);
    if (cycle === 1) await service.createTask('again', [witness.script('until [ -e mended ]; do sleep 0.2; done')]);
    const { status, body } = await service.execute('again');
    if (status !== 202 || !body.started) throw new Error(`cycle ${cycle}: execute answered ${status}`);
    await witness.until(`start 1.${cycle}`);
    figures.push(rounded({ startMs, ...(await measure(service, folders, { pids, attempts: cycle })) }));
    tell(cycle, figures.at(-1));
    if (cycle === cycles) {
      await finish(service, folders);
    } else {
      await setTimeout(Math.random() * LONGEST_LIFE_MS);
      await service.end('SIGKILL');
    }
  }
  if ((await witness.journal()).includes('overlap')) throw new Error('two processes of one step lived at once');
  return figures;
}

/** The last service brings the task to its end, and leaves no process. */
async function finish(service: ServiceProcess, folders: ServiceFolders): Promise<void> {
  await writeFile(join(folders.root, 'mended'), '');
  await service.untilStatus('again', 'SUCCESS');
  await service.end('SIGTERM');
  const left = () => [...livingProcesses(folders.root), ...livingCommands(folders.root)];
  await eventually('no process to be left', () => left().length === 0);
}

async function measure(
  { pid }: ServiceProcess,
  { root }: ServiceFolders,
  { pids, attempts }: { readonly pids: readonly number[]; readonly attempts: number },
): Promise<Omit<CycleFigures, 'startMs'>> {
  const launcher = await childOf(pid, 'launcher');
  const database = await childOf(pid, 'database');
  const logs = await readdir(join(root, 'data/logs'), { recursive: true, withFileTypes: true });
  const former = pids.slice(0, -1).map((earlier) => `tms-init-db-${earlier}-`);
  const temporary = await readdir(tmpdir());
  return {
    serviceDescriptors: openDescriptorsOf(pid),
    launcherDescriptors: openDescriptorsOf(launcher),
    databaseDescriptors: openDescriptorsOf(database),
    serviceMb: residentMbOf(pid),
    launcherMb: residentMbOf(launcher),
    databaseMb: residentMbOf(database),
    lockFiles: (await readdir(join(root, 'locks'))).length,
    dataEntries: (await readdir(join(root, 'data'))).length,
    socketFolders: temporary.filter((name) => former.some((start) => name.startsWith(start))).length,
    surplusLogs: logs.filter((entry) => entry.isFile() && !entry.name.endsWith('.ndjson')).length - 2 * attempts,
  };
}

function rounded(figures: CycleFigures): CycleFigures {
  const entries = Object.entries(figures).map(([name, value]) => [name, Math.round(value * 10) / 10]);
  return { ...figures, ...Object.fromEntries(entries) };
}

function medianOf(figures: readonly CycleFigures[], name: keyof CycleFigures): number {
  const sorted = figures.map((one) => one[name]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function tellTenth(cycle: number, figures: CycleFigures | undefined): void {
  if (cycle === 2 || cycle % 10 === 0) console.log(`cycle ${cycle}: ${JSON.stringify(figures)}`);
}

if (import.meta.main) {
  const figures = await runKillStartCycles(Number(process.argv[2] ?? FULL_CYCLES), tellTenth);
  const grown = findGrowth(figures);
  console.log(grown.length === 0 ? `${figures.length} cycles: nothing grew.` : grown.join('\n'));
  process.exit(grown.length === 0 ? 0 : 1);
}
