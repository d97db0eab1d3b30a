/** The run that is shown and the moment of it: the one of now, or any one of the past. */

import { useEffect, useState } from 'preact/hooks';

import { taskPath } from '../api/paths.ts';
import { isTaskMissing } from '../api/problem.ts';
import { useWatched } from '../api/use-watched.ts';
import type { TaskFeed } from '../feed/task-feed.ts';
import { useKeys } from '../keys/keys.ts';
import { adjust } from '../routing/place.ts';
import type { TaskPlace } from '../routing/url-state.ts';
import { timeOf } from '../task/durations.ts';
import { goToMove } from './go-to-move.ts';
import { joinMoves } from './join-moves.ts';
import type { Move, RunHistory } from './move.ts';
import { type Past, replay } from './replay.ts';
import type { Run } from './run.ts';
import { useJournal } from './use-journal.ts';
import { useSteadyMoment } from './use-steady-moment.ts';

export interface History {
  /** The task and its steps at the moment that is shown; null: not known yet. */
  readonly seen: Past | null;
  readonly run: RunHistory;
  /** All runs there were, newest first. */
  readonly runs: readonly Run[];
  /** How many moves of the run are shown. */
  readonly count: number;
  /** The last one of them. */
  readonly move: Move | null;
  /** Whether something else than now is shown. */
  readonly isPast: boolean;
  /** The moment that is shown, where it is not now. */
  readonly pastTime: number | null;
}

const EVERY_MS = 3000;
const SOON_MS = 300;

export function useHistory(feed: TaskFeed, place: TaskPlace): History {
  const runs = useRuns(feed, place);
  const run = useShownRun(feed, place, runs);
  const count = Math.min(place.t ?? run.moves.length, run.moves.length);
  const isOlder = place.run !== null && place.run !== runs[0]?.run;
  const isPast = run.moves.length > 0 && (isOlder || count < run.moves.length);
  const move = run.moves[count - 1] ?? null;
  const now = knownNow(feed);
  useTimeKeys(run.moves.length, count);
  useSteadyMoment(run, place.t);
  return {
    seen: now && isPast ? replay(now, run, count) : now,
    run,
    runs,
    count,
    move,
    isPast,
    pastTime: isPast ? timeOf(move?.at ?? run.begin?.startedAt ?? null) : null,
  };
}

/** All that have a journal. That of a run that has just begun is written a moment later, and looked for until then. */
function useRuns(feed: TaskFeed, place: TaskPlace): readonly Run[] {
  const [everyMs, setEveryMs] = useState(EVERY_MS);
  const { value: runs = [] } = useWatched<readonly Run[]>(runsPath(feed, place), everyMs);
  const { run, end } = feed.run.value;
  const isAwaited = run !== null && end === null && !runs.some((one) => one.run === run);
  useEffect(() => setEveryMs(isAwaited ? SOON_MS : EVERY_MS), [isAwaited]);
  return runs;
}

/** null: no task is known there. */
function runsPath({ task, fault }: TaskFeed, { taskId }: TaskPlace): string | null {
  return task.value === null || isTaskMissing(fault.value) ? null : `${taskPath(taskId)}/runs`;
}

/** The one that is asked for, else what is heard of the one of now, else the last one. */
function useShownRun(feed: TaskFeed, { taskId, run: wanted }: TaskPlace, runs: readonly Run[]): RunHistory {
  const heard = feed.run.value;
  const isLive = heard.run !== null && heard.end === null;
  const run = wanted ?? (isLive ? heard.run : (runs[0]?.run ?? heard.run));
  const journal = useJournal({
    taskId,
    run: wanted !== null || runs.some((one) => one.run === run) ? run : null,
    // A stream that broke off left a gap, which the journal fills; and its end comes last of all.
    version: `${feed.snapshots.value} ${runs.find((one) => one.run === run)?.end}`,
    onFault: (fault) => (feed.fault.value = fault),
  });
  if (heard.run !== run) return journal ?? { run, begin: null, moves: [], end: null };
  if (!journal) return heard;
  return { ...journal, moves: joinMoves(journal.moves, heard.moves), end: heard.end ?? journal.end };
}

function knownNow({ task, steps }: TaskFeed): Past | null {
  return task.value && steps.value ? { task: task.value, steps: steps.value } : null;
}

function useTimeKeys(length: number, count: number): void {
  useKeys({
    ArrowLeft: () => goToMove(count - 1, length),
    ArrowRight: () => goToMove(count + 1, length),
    Escape: () => adjust({ t: null, run: null }),
  });
}
