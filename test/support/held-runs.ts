/** A registry of runs in the hand of a test: what it answers and shows is said by the test. */

import { openRunCounts } from '../../src/actors/run-counts.ts';
import type { ExecuteAnswer, LiveView, RunFigures, Runs } from '../../src/actors/runs.ts';
import { openFollowers, type Followers } from '../../src/actors/progress/follow-runs.ts';
import type { Refusal } from '../../src/domain/refusal.ts';
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
  /** The task ids it was asked to execute or cancel. */
  readonly asked: string[];
  /** By whom, in the same order. */
  readonly askedBy: string[];
  whenExecuted: (taskId: string) => Promise<ExecuteAnswer>;
  whenCancelled: (taskId: string) => Promise<TaskSnapshot>;
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
    whenExecuted: () => Promise.reject(new Error('the test did not expect an execute')),
    whenCancelled: () => Promise.reject(new Error('the test did not expect a cancel')),
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
