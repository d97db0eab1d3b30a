/** Tells how a run gets on, once it has stored something: a run that was refused leaves no trace. */

import { nextStep } from '../../domain/choices.ts';
import type { RunBegin, RunEnd, TakenTransition } from '../../domain/run-progress.ts';
import type { StoredRows, TaskRows } from '../../domain/rows.ts';
import type { Logger } from '../../logger.ts';
import type { RunActor } from '../bind-run.ts';
import type { RunFollower } from './follow-runs.ts';
import { leafPath } from './state-path.ts';
import { watchTransitions } from './watch-transitions.ts';

/** What is known before the rows are read. */
export type Asked = Omit<RunBegin, 'firstStep'>;

export interface ToldProgress {
  /** The last thing that is told: the rows at the end, where they are known. */
  end(end: RunEnd, rows: StoredRows | null): void;
}

/** Begun before the actor is started. What goes wrong in it never reaches the run. */
export function tellProgress(
  actor: RunActor,
  asked: Asked,
  { follower, logger }: { readonly follower: RunFollower; readonly logger: Logger },
): ToldProgress {
  const heldBack: TakenTransition[] = [];
  const state = leafPath(actor.getSnapshot().value);
  let isBegun = false;
  const safely = silenceFaults(logger);

  watchTransitions(actor, (taken, { rows }) =>
    safely(() => {
      if (isBegun) return follower.taken(taken);
      heldBack.push(taken);
      if (taken.stored === null || rows === null) return;
      isBegun = true;
      follower.begun({ ...asked, firstStep: firstStepOf(rows) }, state);
      for (const earlier of heldBack.splice(0)) follower.taken(earlier);
    }),
  );
  return {
    end: (end, rows) =>
      safely(() => {
        if (isBegun) follower.ended({ at: new Date().toISOString(), end, why: whyOf(end, rows) }, rows);
      }),
  };
}

function firstStepOf(rows: TaskRows): number | null {
  return nextStep(rows)?.stepNo ?? null;
}

function whyOf(end: RunEnd, rows: StoredRows | null): string | null {
  if (end === 'abandoned') return 'gave up without a write; what it left RUNNING is residue';
  return rows?.task.message ?? null;
}

/** One log line for all faults: what is told of a run must not reach into it. */
function silenceFaults(logger: Logger): (tell: () => void) => void {
  let isLogged = false;
  return (tell) => {
    try {
      tell();
    } catch (error) {
      if (!isLogged) logger.error({ err: error }, 'progress.broken');
      isLogged = true;
    }
  };
}
