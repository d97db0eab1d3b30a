/** The slots of this service: each task has at most one, and in it is a run or an intervention. */

import type { Run } from './run.ts';

export interface Slots {
  /** To be asked and filled in one tick: that is the whole guard against two runs of one task. */
  readonly runs: ReadonlyMap<string, Run>;
  /** Puts a run into a slot that is free, until it has ended. */
  fill(taskId: string, run: Run): void;
  /** Holds a slot that is free while this is done; taken before anything of it is. */
  hold<T>(taskId: string, intervene: () => Promise<T>): Promise<T>;
  /** Resolves when the intervention is over that is in the slot now; undefined where none is. */
  intervention(taskId: string): Promise<void> | undefined;
  /** Resolves when what is in the slot now is over; undefined where the slot is free. */
  ended(taskId: string): Promise<void> | undefined;
  /** Resolves when everything that is in a slot now is over. */
  allEnded(): Promise<unknown>;
}

export function openSlots(): Slots {
  const runs = new Map<string, Run>();
  const interventions = new Map<string, Promise<void>>();
  return {
    runs,
    fill(taskId, run) {
      runs.set(taskId, run);
      // Registered before anybody else can wait for the end, so a waiter always finds the slot free.
      void free(taskId, run);
    },
    async hold(taskId, intervene) {
      const { promise, resolve } = Promise.withResolvers<void>();
      interventions.set(taskId, promise);
      try {
        return await intervene();
      } finally {
        interventions.delete(taskId);
        resolve();
      }
    },
    intervention: (taskId) => interventions.get(taskId),
    ended: (taskId) => runs.get(taskId)?.ended ?? interventions.get(taskId),
    allEnded: () => Promise.all([...[...runs.values()].map((run) => run.ended), ...interventions.values()]),
  };

  async function free(taskId: string, run: Run): Promise<void> {
    await run.ended;
    runs.delete(taskId);
    run.tellEnd();
  }
}
