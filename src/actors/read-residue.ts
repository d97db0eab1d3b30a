/** The tasks that a dead service left RUNNING, one after the other, as far as this service can tell. */

import { setTimeout as wait } from 'node:timers/promises';

import type { Logger } from '../logger.ts';
import type { Persistence, IdPage } from '../persistence/persistence.ts';
import type { Runs } from './runs.ts';

export interface ResidueSource {
  readonly persistence: Pick<Persistence, 'listResidue' | 'claims'>;
  readonly supervisor: Pick<Runs, 'view'>;
  readonly logger: Logger;
  /** How long to wait before something that failed is tried again. */
  readonly pauseMs: number;
  readonly stopping: AbortSignal;
}

/** Waits out a database that is away; ends early when the service does. */
export async function* readResidue(source: ResidueSource): AsyncGenerator<string> {
  let after: string | null = null;
  do {
    const page: IdPage | null = await readPage(source, after);
    for (const taskId of page?.taskIds ?? []) if (!source.supervisor.view(taskId)) yield taskId;
    after = page?.next ?? null;
  } while (after !== null);
}

/** Null where the service ends. */
async function readPage(source: ResidueSource, after: string | null): Promise<IdPage | null> {
  const { persistence, logger, pauseMs, stopping } = source;
  while (!stopping.aborted) {
    try {
      return await withoutHeld(persistence, await persistence.listResidue(after));
    } catch (error) {
      if (stopping.aborted) break;
      logger.warn({ err: error }, 'residue.not-read');
      await pause(pauseMs, stopping);
    }
  }
  return null;
}

/** Other instances' running tasks are not residue. */
async function withoutHeld({ claims }: ResidueSource['persistence'], page: IdPage): Promise<IdPage> {
  if (page.taskIds.length === 0) return page;
  const owners = await claims.findOwners(page.taskIds);
  return { ...page, taskIds: page.taskIds.filter((taskId) => !owners.has(taskId)) };
}

/** Over at once when the service ends. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, null, { signal }).catch(() => null);
}
