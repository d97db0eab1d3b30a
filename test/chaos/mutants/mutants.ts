/** Parts of a service with one fault each that the checker must find. */

import { writeFile } from 'node:fs/promises';

import type { Runs } from '../../../src/actors/runs.ts';
import { type SupervisorOptions, TaskSupervisor } from '../../../src/actors/supervisor.ts';
import type { Unit } from '../../../src/domain/unit.ts';
import type { Persistence } from '../../../src/persistence/persistence.ts';
import type { RunningScript, Scripts } from '../../../src/scripts/scripts.ts';
import type { Launcher } from '../../../src/scripts/start-launcher.ts';
import { mapUnits } from './map-units.ts';
import { maskSteps } from './mask-steps.ts';

/** What of the service is replaced. */
export interface Mutant {
  /** The launcher, given a path for a log. */
  readonly launcher?: (launcher: Launcher, logPath: string) => Launcher;
  readonly rooms?: (rooms: MutableRooms) => MutableRooms;
  readonly runs?: (options: SupervisorOptions) => Runs;
}

export interface MutableRooms {
  readonly persistence: Persistence;
  readonly scripts: Scripts;
}

export const MUTANTS = {
  'runs what is SUCCESS again': {
    rooms: (rooms) => ({ ...rooms, persistence: maskSteps(rooms.persistence, 'SUCCESS', 'FAILED') }),
  },
  'runs the steps in the reverse order': { rooms: reverseSteps },
  'ignores residue': {
    rooms: ({ persistence, scripts }) => ({
      persistence: maskSteps(persistence, 'RUNNING', 'SUCCESS'),
      scripts: { ...scripts, fence: () => Promise.resolve({ endedProcesses: 0, recordedEnd: null }) },
    }),
  },
  'goes on after a failure': { rooms: goOn },
  'has one log for all, emptied at each start': { launcher: shareLog },
  'has no registry of runs': {
    runs: (options) => ({
      execute: (taskId, by, asked) => new TaskSupervisor(options).execute(taskId, by, asked),
      cancel: (taskId, by) => new TaskSupervisor(options).cancel(taskId, by),
      get interventions() {
        return new TaskSupervisor(options).interventions;
      },
      obstacle: () => null,
      joins: () => false,
      view: () => undefined,
      taskIds: () => [],
      follow: () => () => undefined,
      activeNodes: () => undefined,
      inspect: () => () => undefined,
      figures: () => new TaskSupervisor(options).figures(),
      accepting: true,
    }),
  },
} as const satisfies Readonly<Record<string, Mutant>>;

export type MutantName = keyof typeof MUTANTS;

export const MUTANT_NAMES = Object.keys(MUTANTS) as MutantName[];

/** What the ids of its tasks begin with: a mutant runs no others. */
export function laneOf(name: MutantName): string {
  return name.replaceAll(/\W+/g, '-');
}

function reverseSteps({ persistence, scripts }: MutableRooms): MutableRooms {
  return {
    scripts,
    persistence: {
      ...persistence,
      async readTask(taskId) {
        const rows = await persistence.readTask(taskId);
        return rows && { ...rows, steps: rows.steps.toReversed() };
      },
    },
  };
}

/** The run hears of nothing but SUCCESS; the rows say what was. */
function goOn({ persistence, scripts }: MutableRooms): MutableRooms {
  const failed = new Map<string | null, number>();
  const praise = async ({ exit }: RunningScript, logPath: string) => {
    const end = await exit;
    if (end.kind !== 'exited' || end.exitCode === 0) return end;
    failed.set(logPath, end.exitCode);
    return { ...end, exitCode: 0 };
  };
  const tell = (unit: Unit): Unit => ({
    ...unit,
    steps: unit.steps.map((change) => {
      const exitCode = failed.get(change.to.logPath);
      if (exitCode === undefined || change.to.status !== 'SUCCESS') return change;
      return Object.assign({}, change, { to: { ...change.to, status: 'FAILED', message: 'failed', exitCode } });
    }),
  });
  return {
    persistence: mapUnits(persistence, tell),
    scripts: {
      ...scripts,
      async start(attempt) {
        const running = await scripts.start(attempt);
        return { ...running, exit: praise(running, attempt.logPath) };
      },
    },
  };
}

function shareLog(launcher: Launcher, path: string): Launcher {
  return {
    ready: () => launcher.ready(),
    onDeath: (listener) => launcher.onDeath(listener),
    close: () => launcher.close(),
    async start(request) {
      if (request.log === null) return launcher.start(request);
      await writeFile(path, '');
      return launcher.start({ ...request, log: { ...request.log, path, create: false } });
    },
  };
}
