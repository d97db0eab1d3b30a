/**
 * Whether the guarantees held in a history. The rules, t being a task and s a step of it:
 *
 * | rule | what must hold |
 * |---|---|
 * | I1, I1t | no two scripts of s, and none of t, live at the same time |
 * | I2 | once s is known to be SUCCESS, no script of it starts, unless somebody has set it back |
 * | I3 | what an answer showed was stored, and stays true after any crash |
 * | I4 | statuses change along legal edges only |
 * | I5 | when s starts, every lower step has ended with 0 or was resolved |
 * | I6 | at most one step of t is RUNNING, none in the end; a script starts only after its RUNNING is stored |
 * | I7 | an attempt has a log of its own that is complete and never touched by others |
 * | I8 | after a failed step no later one starts in the same run |
 * | I9 | status and exit code are those of the script |
 * | I10 | t is SUCCESS exactly if all its steps are, stored as one |
 * | I11 | the number of SUCCESS steps never goes back in answers, unless somebody has set steps back |
 * | I12 | any number of executes make one run |
 * | I13 | nothing of an attempt lives on, but what a SUCCESS step left |
 * | I14 | after the faults, executing again leads to SUCCESS in time |
 * | I16 | requests are answered in time, and with 500 never |
 * | I17 | secrets stay secret |
 * | I18 | a script runs as it is stored: one that was mended never by its old text |
 * | I19 | what was changed by hand and answered is stored, and what was refused is not |
 * | I20 | nothing is changed by hand or deleted while somebody runs t |
 * | I21 | once t is deleted nothing of it starts, runs or is shown; and it is gone for no other reason |
 */

import { checkAnswers } from './checks/answers.ts';
import { checkFinalState } from './checks/final-state.ts';
import { checkLogs } from './checks/logs.ts';
import { checkOutcomes } from './checks/outcomes.ts';
import { checkOverlaps } from './checks/overlaps.ts';
import { checkPowers } from './checks/powers.ts';
import { checkSecrets } from './checks/secrets.ts';
import { checkStarts } from './checks/starts.ts';
import { checkTransitions } from './checks/transitions.ts';
import type { History } from './history.ts';
import { timelineOf } from './timeline.ts';
import type { Violation } from './violation.ts';

/** Where what belongs to no moment is put. */
const LAST = Number.MAX_SAFE_INTEGER;

/** The first one first. */
export function checkHistory(history: History): readonly Violation[] {
  const timeline = timelineOf(history);
  const found = [
    ...checkOverlaps(history),
    ...checkStarts(history, timeline),
    ...checkTransitions(timeline),
    ...checkOutcomes(history, timeline),
    ...checkLogs(history, timeline),
    ...checkAnswers(history, timeline),
    ...checkFinalState(history, timeline),
    ...checkPowers(history, timeline),
    ...checkSecrets(history),
  ];
  return found.toSorted((a, b) => (a.at ?? LAST) - (b.at ?? LAST));
}
