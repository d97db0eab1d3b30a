/** Lets those who read take a part of the connections only: the rest is there for the runs. */

import pLimit from 'p-limit';

import { shareWaiting } from '../platform/share-waiting.ts';
import type { Persistence } from './persistence.ts';
import { SilentDatabaseError, VERB_LIMIT_MS, whileAvailable } from './unavailable.ts';

/** Together fewer than the pool has. */
const MOST_READS = 4;
const MOST_LISTS = 2;
const MOST_CREATIONS = 2;

type Limited = Pick<Persistence, 'readTask' | 'readSummary' | 'readTasks' | 'listTasks' | 'createTask'>;

/** The same, each when there is a place for it; its time runs while it waits. Who ask for the same meanwhile share it. */
export function limitReads<Part extends Limited>(persistence: Part): Part {
  const read = shareWaiting(places(MOST_READS));
  const list = shareWaiting(places(MOST_LISTS));
  const create = places(MOST_CREATIONS);
  return {
    ...persistence,
    readTask: (taskId, steps) =>
      read(JSON.stringify(['task', taskId, steps]), () => persistence.readTask(taskId, steps)),
    readSummary: (taskId) => read(JSON.stringify(['summary', taskId]), () => persistence.readSummary(taskId)),
    readTasks: (taskIds) => read(JSON.stringify(['tasks', taskIds]), () => persistence.readTasks(taskIds)),
    listTasks: (query) => list(JSON.stringify(query), () => persistence.listTasks(query)),
    createTask: (task) => create(() => persistence.createTask(task)),
  };
}

/** So many at once. One whose time is up before there is a place for it is never begun. */
function places(most: number) {
  const limit = pLimit(most);
  return <T>(work: () => Promise<T>): Promise<T> => {
    const until = performance.now() + VERB_LIMIT_MS;
    return whileAvailable(() =>
      limit(() => {
        if (performance.now() > until) throw new SilentDatabaseError(VERB_LIMIT_MS);
        return work();
      }),
    );
  };
}
