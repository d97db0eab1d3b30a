/** Lets those who read take a part of the connections only: the rest is there for the runs. */

import { shareWaiting } from '../platform/share-waiting.ts';
import type { Persistence } from './persistence.ts';
import { openPlaces } from './places.ts';

/** Together fewer than the pool has. */
const MOST_READS = 4;
const MOST_LISTS = 2;
const MOST_CREATIONS = 2;

type Limited = Pick<
  Persistence,
  'readTask' | 'readSmallTask' | 'readStep' | 'readSummary' | 'readTasks' | 'listTasks' | 'createTask'
>;

/** The same, each when there is a place for it; its time runs while it waits. Who ask for the same meanwhile share it. */
export function limitReads<Part extends Limited>(persistence: Part): Part {
  const read = shareWaiting(openPlaces(MOST_READS));
  const list = shareWaiting(openPlaces(MOST_LISTS));
  const create = openPlaces(MOST_CREATIONS);
  return {
    ...persistence,
    readTask: (taskId) => read(JSON.stringify(['task', taskId]), () => persistence.readTask(taskId)),
    readSmallTask: (taskId, most) =>
      read(JSON.stringify(['small', taskId, most]), () => persistence.readSmallTask(taskId, most)),
    readStep: (taskId, stepNo) =>
      read(JSON.stringify(['step', taskId, stepNo]), () => persistence.readStep(taskId, stepNo)),
    readSummary: (taskId) => read(JSON.stringify(['summary', taskId]), () => persistence.readSummary(taskId)),
    readTasks: (taskIds) => read(JSON.stringify(['tasks', taskIds]), () => persistence.readTasks(taskIds)),
    listTasks: (query) => list(JSON.stringify(query), () => persistence.listTasks(query)),
    createTask: (task) => create(() => persistence.createTask(task)),
  };
}
