/** Makes the texts of what can be waited for: once for all who wait, however many they are. */

import type { Step, StoredRows } from '../../domain/rows.ts';
import { keepText } from '../answer-json.ts';
import { ClientLeft } from '../problems/client-left.ts';
import type { Rooms } from '../rooms.ts';
import { findStep } from '../../domain/find-step.ts';
import { isLarge } from '../tasks/large-tasks.ts';
import { presentStep } from '../tasks/present-step.ts';
import { presentRows, presentTask } from '../tasks/present-task.ts';
import { readRows, readStepRow, readSummary } from '../tasks/read-rows.ts';
import type { SeenRows } from '../tasks/seen-rows.ts';
import type { ShownParts } from './shown.ts';

type ShowingRooms = Pick<Rooms, 'persistence' | 'supervisor' | 'mask' | 'stepTexts' | 'largeReads' | 'turn'>;

export function keepShown(rooms: ShowingRooms): ShownParts {
  const { mask, stepTexts, turn } = rooms;
  const textOfTask = keepBy((seen: SeenRows) => keepText(presentRows(seen, mask)));
  const textOfStep = keepBy((step: Step<string | null>) => keepText(presentStep(step, mask)));
  const numbersOf = keepBy((steps: StoredRows['steps']) => new Map(steps.map((step) => [step.stepNo, step])));
  return {
    task: (taskId) => ({
      async read() {
        const { rows, holder } = await readSummary(rooms, taskId);
        return keepText(presentTask(rows, holder, mask));
      },
      of: textOfTask,
    }),
    steps: (taskId) => ({
      async read(response) {
        const { steps } = (await readRows(rooms, taskId)).rows;
        if (isLarge(steps)) await turn();
        if (response.destroyed) throw new ClientLeft();
        return stepTexts(steps);
      },
      of: ({ rows: { steps } }) => stepTexts(steps),
    }),
    step: (taskId, stepNo) => ({
      read: async () => textOfStep(findStep((await readStepRow(rooms, taskId, stepNo)).rows, stepNo)),
      of: ({ rows }) => textOfStep(numbersOf(rows.steps).get(stepNo) ?? findStep(rows, stepNo)),
    }),
  };
}

/** Of things that are never changed, only replaced. */
function keepBy<Key extends object, Kept>(make: (key: Key) => Kept): (key: Key) => Kept {
  const kept = new WeakMap<Key, Kept>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    kept.set(key, made);
    return made;
  };
}
