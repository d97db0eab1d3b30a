/** One run: its actor from start to end, and what others may ask of it meanwhile. */

import type { SnapshotFrom } from 'xstate';

import { isAsLeft } from '../domain/as-left.ts';
import { shuttingDown } from '../domain/refusal.ts';
import type { StoredRows } from '../domain/rows.ts';
import { snapshotOf } from '../domain/snapshot.ts';
import type { RunEnd } from '../domain/run-progress.ts';
import type { Stop } from '../domain/stop.ts';
import type { Reach } from '../failpoints/failpoint.ts';
import type { Journals } from '../journal/open-journals.ts';
import { activeNodes } from './chart/active-nodes.ts';
import type { CreateRunActor, RunActor } from './bind-run.ts';
import { failpointEffects } from './failpoint-effects.ts';
import { type LiveEffects, liveEffects, type Rooms } from './live-effects.ts';
import type { Followers, RunFollower } from './progress/follow-runs.ts';
import type { Inspections } from './progress/inspect-runs.ts';
import { keepJournal } from './progress/keep-journal.ts';
import { tellAll } from './progress/tell-all.ts';
import { tellProgress } from './progress/tell-progress.ts';
import { rescueRun } from './rescue-run.ts';
import { measureStoring } from './measure-storing.ts';
import type { RunCounts } from './run-counts.ts';
import type { RunInput, RunRefusal } from './run-context.ts';
import type { GivenRun } from './run-input.ts';
import type { runMachine } from './run-machine.ts';
import { tellSteps } from './tell-steps.ts';

export interface Run {
  /** Settled once the task's RUNNING is stored, or the run is over without it. Rejects on a fault of ours. */
  readonly accepted: Promise<Acceptance>;
  /** Resolves when nothing of the run is left: its last transition stored and its claim released. Never rejects. */
  readonly ended: Promise<void>;
  /** The step at which it was asked to begin; null where none was named. */
  readonly fromStep: number | null;
  /** Whether it was told to stop or is past its last step, so that a new execute must wait for its end. */
  isEnding(): boolean;
  /** The rows as last stored, terminal only once the run has ended; null before it was accepted. */
  rows(): StoredRows | null;
  /** What it waits for, in words. */
  note(): string | null;
  /** The nodes of the chart that it is in, from the root inwards. */
  activeNodes(): readonly string[];
  /** Whether it holds a transition that could not be stored yet. */
  isWaiting(): boolean;
  /** Notes the stop; the first one counts. */
  stop(stop: Stop): void;
  /** Whether a stop will end it; false where its last step had ended before. */
  isStoppable(): boolean;
  /** Ends it at once, without a write: its rows are residue. */
  abandon(): void;
  /** Tells whoever follows it that it is over; for when its slot is free. */
  tellEnd(): void;
}

export type Acceptance =
  | { readonly state: 'started' | 'succeeded'; readonly rows: StoredRows }
  | { readonly state: 'refused'; readonly refusal: RunRefusal };

type RunSnapshot = SnapshotFrom<typeof runMachine>;

/** What the runs of one supervisor share. */
export interface RunsInCommon {
  readonly createRunActor: CreateRunActor;
  readonly counts: RunCounts;
  readonly followers: Followers;
  readonly journals: Journals;
  readonly inspections: Inspections;
}

/** Starts a run at once; all that can go wrong is told by its promises. */
export function startRun(rooms: Rooms, { input, asked, requestId }: GivenRun, inCommon: RunsInCommon): Run {
  const { createRunActor, counts } = inCommon;
  const begunMs = performance.now();
  const logger = rooms.logger.child({ taskId: input.taskId, run: asked.run });
  const live = liveEffects(rooms, {
    claim: {
      hear: (type) => actor.send({ type }),
      runsScript: () => observed.snapshot.matches({ executing: 'running' }),
      recognises: (rows) => isAsLeft(rows, observed.snapshot.context),
    },
    overgrown: (limitBytes) => actor.send({ type: 'log.overgrown', limitBytes }),
  });
  const effects = withFailpoints(measureStoring(live, counts), rooms.reach, () => observed.snapshot.context.stop);
  const actor: RunActor = createRunActor({ effects, logger }, { input });
  const observed = observe(actor, (rows) =>
    logger.info({ by: asked.by, requestId, ...fromStepOf(input), ...snapshotOf(rows) }, 'run.accepted'),
  );
  tellSteps(actor, logger, counts);
  inCommon.inspections.add(input.taskId, actor);
  const progress = tellProgress(actor, asked, { follower: followerOf(input, inCommon), logger });
  const abandoning = new AbortController();
  abandoning.signal.addEventListener('abort', () => actor.stop());
  const ended = finish(actor, observed, { effects, logger, input, counts, begunMs, abandoned: abandoning.signal });
  actor.start();
  return {
    accepted: observed.accepted.promise,
    ended,
    fromStep: input.fromStep?.stepNo ?? null,
    isEnding: () => observed.snapshot.context.stop !== null || isPastLastStep(observed.snapshot),
    rows: () => observed.rows,
    note: () => observed.snapshot.context.note,
    activeNodes: () => activeNodes(observed.snapshot.machine.id, observed.snapshot.value),
    isWaiting: () => isWaiting(observed.snapshot),
    stop: (stop) => actor.send({ type: 'run.stop', stop }),
    isStoppable: () => !isPastLastStep(observed.snapshot),
    abandon() {
      logger.error({}, 'run.left-as-residue');
      abandoning.abort();
    },
    tellEnd: () => progress.end(observed.end, observed.rows),
  };
}

/** Told only where one was named. */
function fromStepOf({ fromStep }: RunInput): { readonly fromStep?: number } {
  return fromStep === null ? {} : { fromStep: fromStep.stepNo };
}

function followerOf({ taskId }: RunInput, { journals, followers }: RunsInCommon): RunFollower {
  return tellAll(keepJournal(journals), followers.tell(taskId));
}

function withFailpoints(effects: LiveEffects, reach: Reach | undefined, stop: () => Stop | null): LiveEffects {
  if (!reach) return effects;
  return failpointEffects(effects, { reach, isShutdown: () => stop()?.cause === 'shutdown' });
}

/** What is seen of a run from outside, kept up to date. */
interface Observed {
  readonly accepted: PromiseWithResolvers<Acceptance>;
  snapshot: RunSnapshot;
  /** As Run.rows() gives them. */
  rows: StoredRows | null;
  /** How it ended, once it has. */
  end: RunEnd;
}

/** @param tellAccepted called once, before anything else of an accepted run is logged. */
function observe(actor: RunActor, tellAccepted: (rows: StoredRows) => void): Observed {
  const accepted = Promise.withResolvers<Acceptance>();
  // Those who were told of this run may all have gone before it refuses.
  accepted.promise.catch(() => null);
  const observed: Observed = { accepted, snapshot: actor.getSnapshot(), rows: null, end: 'abandoned' };
  actor.subscribe({
    next: (snapshot) => {
      const isFirst = !isAccepted(observed.snapshot) && isAccepted(snapshot);
      observed.snapshot = snapshot;
      if (isFirst && snapshot.context.rows) tellAccepted(snapshot.context.rows);
      if (!snapshot.hasTag('accepted')) return;
      observed.rows = snapshot.context.rows;
      accepted.resolve(acceptanceOf(snapshot));
    },
    // Its end is heard by endOf(); without an observer here a rejection would end the process.
    error: (error) => accepted.reject(error),
  });
  return observed;
}

interface RunParts {
  readonly effects: LiveEffects;
  readonly logger: Rooms['logger'];
  readonly input: RunInput;
  readonly counts: RunCounts;
  readonly begunMs: number;
  readonly abandoned: AbortSignal;
}

/** Waits for the end, gives the claim back, and only then shows the terminal rows. */
async function finish(actor: RunActor, observed: Observed, parts: RunParts): Promise<void> {
  const { rows, end } = await endOf(actor, parts);
  if (observed.snapshot.status === 'done') observed.accepted.resolve(acceptanceOf(observed.snapshot));
  else observed.accepted.reject(shuttingDown(parts.input.taskId));
  await release(parts);
  observed.rows = rows;
  observed.end = end;
}

/** How the run ended and with which rows, whether its statechart came to an end or broke. */
async function endOf(actor: RunActor, parts: RunParts): Promise<Pick<Observed, 'rows' | 'end'>> {
  const { effects, logger, input, counts, begunMs, abandoned } = parts;
  try {
    const { value, context } = await finalSnapshot(actor);
    const { stop, claim } = context;
    logger.info({ state: value, stop: stop?.cause, claim }, 'run.ended');
    const end = runEndOf(value);
    counts.countRun(end, secondsSince(begunMs));
    return { rows: context.rows, end };
  } catch (error) {
    logger.error({ err: error }, 'run.broken');
    counts.countRun('broken', secondsSince(begunMs));
    return { rows: await rescueRun(effects, { logger, input, error, abandoned }), end: 'broken' };
  }
}

function secondsSince(beginMs: number): number {
  return (performance.now() - beginMs) / 1000;
}

function finalSnapshot(actor: RunActor): Promise<RunSnapshot> {
  return new Promise((resolve, reject) => {
    actor.subscribe({ complete: () => resolve(actor.getSnapshot()), error: reject });
  });
}

async function release({ effects, logger }: RunParts): Promise<void> {
  try {
    await effects.release();
  } catch (error) {
    // The slot must become free all the same; the database itself releases a claim whose connection is gone.
    logger.warn({ err: error }, 'claim.not-released');
  }
}

const FINALS = ['refused', 'alreadySucceeded', 'succeeded', 'failed'] as const;

/** A run that was ended from outside stands in the middle of something. */
function runEndOf(value: RunSnapshot['value']): RunEnd {
  return FINALS.find((end) => end === value) ?? 'abandoned';
}

function isAccepted(snapshot: RunSnapshot): boolean {
  return snapshot.hasTag('accepted') || (snapshot.status === 'done' && snapshot.value !== 'refused');
}

function isWaiting({ status, context: { unit, tries, claim } }: RunSnapshot): boolean {
  return status === 'active' && unit !== null && (tries > 0 || claim === 'doubted');
}

/** Whether the transition that ends the task is built or stored. */
function isPastLastStep({ status, context }: RunSnapshot): boolean {
  const last = context.unit?.task?.to.status;
  return status !== 'active' || last === 'SUCCESS' || last === 'FAILED';
}

function acceptanceOf({ value, context: { refusal, rows } }: RunSnapshot): Acceptance {
  if (refusal) return { state: 'refused', refusal };
  if (rows === null) throw new Error('an accepted run has rows');
  return { state: value === 'alreadySucceeded' ? 'succeeded' : 'started', rows };
}
