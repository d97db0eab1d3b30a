/** Which instance holds a task, asked of the server at most once a second for each. */

import type { Run } from '../database.ts';
import { findHolders } from './claim-locks.ts';
import { OWNER_PREFIX } from './claim-session.ts';

/** pg_locks costs milliseconds where thousands of locks are held, and pollers ask all the time. */
const FRESH_MS = 1000;

export interface Owners {
  find(taskIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface Known {
  readonly at: number;
  readonly owner: Promise<string | null>;
}

export function createOwners(run: Run, space: string): Owners {
  const known = new Map<string, Known>();

  return {
    async find(taskIds) {
      forgetOld(known);
      const unknown = taskIds.filter((taskId) => !known.has(taskId));
      if (unknown.length > 0) remember(unknown);
      const found = await Promise.all(taskIds.map(async (taskId) => [taskId, await known.get(taskId)?.owner] as const));
      return new Map(found.flatMap(([taskId, owner]) => (owner ? [[taskId, owner]] : [])));
    },
  };

  function remember(taskIds: readonly string[]): void {
    const at = performance.now();
    const holders = findHolders(run, space, taskIds);
    for (const taskId of taskIds) known.set(taskId, { at, owner: ownerIn(holders, taskId) });
    // An error is told to those who wait for it; the next one asks again.
    holders.catch(() => {
      for (const taskId of taskIds) known.delete(taskId);
    });
  }
}

/** In the order of their age, as a Map keeps it. */
function forgetOld(known: Map<string, Known>): void {
  const oldest = performance.now() - FRESH_MS;
  for (const [taskId, { at }] of known) {
    if (at > oldest) return;
    known.delete(taskId);
  }
}

async function ownerIn(holders: Promise<ReadonlyMap<string, string>>, taskId: string): Promise<string | null> {
  const holder = (await holders).get(taskId);
  return holder === undefined ? null : holder.replace(OWNER_PREFIX, '');
}
