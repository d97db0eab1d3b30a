/** A registry of runs in the hand of a test: what it answers and shows is said by the test. */

import { openRunCounts } from '../../src/actors/run-counts.ts';
import type { ExecuteAnswer, LiveView, RunFigures, Runs } from '../../src/actors/runs.ts';
import { openFollowers, type Followers } from '../../src/actors/progress/follow-runs.ts';
import type { Refusal } from '../../src/domain/refusal.ts';
import type { Step } from '../../src/domain/rows.ts';
import type { TaskSnapshot } from '../../src/domain/snapshot.ts';

export interface HeldRuns extends Runs {
  shown: RunFigures;
  accepting: boolean;
  readonly views: Map<string, LiveView>;
  /** Those who follow the runs, for the test to tell them what happens. */
  readonly followers: Followers;
  readonly activeByTask: Map<string, readonly string[]>;
  /** Why an execute would start nothing, by task. */
  readonly obstacles: Map<string, Refusal>;
  /** The tasks of which it says that an execute would join their run. */
  readonly running: Set<string>;
  /** The task ids it was asked to execute, cancel, delete or change. */
  readonly asked: string[];
  /** By whom, in the same order; of those who execute or cancel. */
  readonly askedBy: string[];
  /** How it was asked to change steps by hand. */
  readonly changed: object[];
  whenExecuted: (taskId: string) => Promise<ExecuteAnswer>;
  whenCancelled: (taskId: string) => Promise<TaskSnapshot>;
  whenDeleted: (taskId: string) => Promise<void>;
  whenChanged: (taskId: string) => Promise<Step<string | null>>;
}

export const NOTHING_YET: RunFigures = {
  ...openRunCounts().totals(),
  mostActive: 1000,
  residueFound: null,
  active: 0,
  waiting: 0,
};

export function holdRuns(): HeldRuns {
  const runs: HeldRuns = {
    accepting: true,
    views: new Map(),
    followers: openFollowers(),
    activeByTask: new Map(),
    obstacles: new Map(),
    running: new Set(),
    shown: NOTHING_YET,
    asked: [],
    askedBy: [],
    changed: [],
    whenExecuted: () => Promise.reject(new Error('the test did not expect an execute')),
    whenCancelled: () => Promise.reject(new Error('the test did not expect a cancel')),
    whenDeleted: () => Promise.reject(new Error('the test did not expect a deletion')),
    whenChanged: () => Promise.reject(new Error('the test did not expect a change of a step')),
    interventions: {
      deleteTask(taskId) {
        runs.asked.push(taskId);
        return runs.whenDeleted(taskId);
      },
      mendStep(mending) {
        runs.asked.push(mending.taskId);
        runs.changed.push(mending);
        return runs.whenChanged(mending.taskId);
      },
      resolveStep(resolution) {
        runs.asked.push(resolution.taskId);
        runs.changed.push(resolution);
        return runs.whenChanged(resolution.taskId);
      },
    },
    figures: () => runs.shown,
    obstacle: (taskId) => runs.obstacles.get(taskId) ?? null,
    joins: (taskId) => runs.running.has(taskId),
    view: (taskId) => runs.views.get(taskId),
    taskIds: () => [...runs.views.keys()],
    follow: (taskId, follower) => runs.followers.follow(taskId, follower),
    activeNodes: (taskId) => runs.activeByTask.get(taskId),
    inspect: () => () => undefined,
    execute(taskId, by) {
      runs.asked.push(taskId);
      runs.askedBy.push(by);
      return runs.whenExecuted(taskId);
    },
    cancel(taskId, by) {
      runs.asked.push(taskId);
      runs.askedBy.push(by);
      return runs.whenCancelled(taskId);
    },
  };
  return runs;
}
