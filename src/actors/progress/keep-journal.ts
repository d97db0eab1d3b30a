/** Keeps the journal of a run: who began it, each transition, why it ended. */

import type { TakenTransition } from '../../domain/run-progress.ts';
import type { Journal, Journals } from '../../journal/open-journals.ts';
import type { RunFollower } from './follow-runs.ts';

export function keepJournal(journals: Journals): RunFollower {
  let journal: Journal | null = null;
  return {
    begun(begin) {
      journal = journals.begin(begin.taskId, begin.run);
      journal.append({ type: 'begin', ...begin });
    },
    taken: (transition) => journal?.append(lineOf(transition)),
    ended: (ending) => journal?.append({ type: 'end', ...ending }),
  };
}

/** Member by member: a spread of an object takes as long as its JSON. */
function lineOf({ at, from, to, source, event, guard, why, stored }: TakenTransition): object {
  return { type: 'transition', at, from, to, source, event, guard, why, stored };
}
