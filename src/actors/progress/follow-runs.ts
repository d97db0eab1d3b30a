/** Who follows the runs of a task here, and what they are told. */

import type { RunBegin, RunEnding, TakenTransition } from '../../domain/run-progress.ts';
import type { StoredRows } from '../../domain/rows.ts';

/** Told in this order. What it throws would be thrown into the run, so it must not. */
export interface RunFollower {
  /** A run was accepted, or there is one already; `state` is where it stands. */
  begun(begin: RunBegin, state: string): void;
  taken(transition: TakenTransition): void;
  /** Its slot is free again. The rows are those at its end; null where they are not known. */
  ended(ending: RunEnding, rows: StoredRows | null): void;
}

export interface Followers {
  /** Returns how to leave. Whoever comes while there is a run is told so at once. */
  follow(taskId: string, follower: RunFollower): () => void;
  /** What a run tells all who follow its task. */
  tell(taskId: string): RunFollower;
}

interface Current {
  readonly begin: RunBegin;
  state: string;
}

export function openFollowers(): Followers {
  const followers = new Map<string, Set<RunFollower>>();
  const runs = new Map<string, Current>();
  const each = (taskId: string, tell: (follower: RunFollower) => void) => followers.get(taskId)?.forEach(tell);
  return {
    follow(taskId, follower) {
      const ofTask = followers.get(taskId) ?? new Set();
      followers.set(taskId, ofTask.add(follower));
      const current = runs.get(taskId);
      if (current) follower.begun(current.begin, current.state);
      return () => {
        ofTask.delete(follower);
        if (ofTask.size === 0 && followers.get(taskId) === ofTask) followers.delete(taskId);
      };
    },
    tell: (taskId) => ({
      begun(begin, state) {
        runs.set(taskId, { begin, state });
        each(taskId, (follower) => follower.begun(begin, state));
      },
      taken(transition) {
        const current = runs.get(taskId);
        if (current) current.state = transition.to;
        each(taskId, (follower) => follower.taken(transition));
      },
      ended(ending, rows) {
        runs.delete(taskId);
        each(taskId, (follower) => follower.ended(ending, rows));
      },
    }),
  };
}
