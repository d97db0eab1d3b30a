/** The run that is shown and the moment of it: the one of now, or any one of the past. */

import type { TaskFeed } from '../feed/task-feed.ts';
import { useKeys } from '../keys/keys.ts';
import { adjust } from '../routing/place.ts';
import type { TaskPlace } from '../routing/url-state.ts';
import { timeOf } from '../task/durations.ts';
import type { Move, RunHistory } from './move.ts';
import { type Past, replay } from './replay.ts';
import { goToMove } from './go-to-move.ts';
import { usePastRun } from './use-past-run.ts';

export interface History {
  /** The task and its steps at the moment that is shown; null: not known yet. */
  readonly seen: Past | null;
  readonly run: RunHistory;
  /** How many moves of the run are shown. */
  readonly count: number;
  /** The last one of them. */
  readonly move: Move | null;
  /** Whether something else than now is shown. */
  readonly isPast: boolean;
  /** The moment that is shown, where it is not now. */
  readonly pastTime: number | null;
}

export function useHistory(feed: TaskFeed, { run: wanted, t }: TaskPlace): History {
  const pastRun = usePastRun(feed, wanted);
  const run = pastRun ?? feed.run.value;
  const count = Math.min(t ?? run.moves.length, run.moves.length);
  const isPast = run.moves.length > 0 && (pastRun !== null || (t !== null && t < run.moves.length));
  const move = run.moves[count - 1] ?? null;
  const now = knownNow(feed);
  useTimeKeys(run.moves.length, count);
  return {
    seen: now && isPast ? replay(now, run, count) : now,
    run,
    count,
    move,
    isPast,
    pastTime: isPast ? timeOf(move?.at ?? run.begin?.startedAt ?? null) : null,
  };
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
