/** The one registry of runs of this service: every start goes through it, and a task has at most one slot. */

import { isRunningOrResidue } from '../domain/choices.ts';
import { type Refusal, shuttingDown, taskNotFound } from '../domain/refusal.ts';
import type { StoredRows } from '../domain/rows.ts';
import { snapshotOf, type TaskSnapshot } from '../domain/snapshot.ts';
import type { Stop } from '../domain/stop.ts';
import type { Journals } from '../journal/open-journals.ts';
import { isOverWithin } from '../platform/is-over-within.ts';
import type { HeldState, Question } from '../persistence/claims/claims.ts';
import type { Rooms } from './live-effects.ts';
import { answerQuestion } from './answer-question.ts';
import { type OpenedInterventions, openInterventions } from './interventions/open-interventions.ts';
import { joinElsewhere } from './join-elsewhere.ts';
import { ENDING_PATIENCE_MS } from './patience.ts';
import { openFollowers, type RunFollower } from './progress/follow-runs.ts';
import { type Inspect, openInspections } from './progress/inspect-runs.ts';
import { newRun, type PatientWish, type RunIdentity, type Wish } from './run-input.ts';
import { alreadyRunning, holderSilent, notRunning, stillEnding, tooManyRunning } from './run-refusals.ts';
import { type Run, startRun } from './run.ts';
import { residueOnly } from './residue-only.ts';
import { answerOf, isHeldElsewhere, isNotRunning, joinedAnswer } from './run-answer.ts';
import { openRunActors } from './bind-run.ts';
import { openRunCounts } from './run-counts.ts';
import { openSlots } from './slots.ts';
import type { ExecuteAnswer, ExecuteWish, LiveView, RunFigures, Runs } from './runs.ts';

/** What a shutdown may take beyond its graces: the last transitions, and one more try where the database is away. */
const SHUTDOWN_SLACK_MS = 2500;

export interface SupervisorOptions extends Rooms, RunIdentity {
  readonly maxRunning: number;
  readonly journals: Journals;
  readonly logDir: string;
}

type CancelStop = Extract<Stop, { cause: 'cancel' }>;

export class TaskSupervisor implements Runs {
  readonly #options: SupervisorOptions;
  readonly #slots = openSlots();
  readonly #runs = this.#slots.runs;
  readonly #common;
  readonly interventions: OpenedInterventions;
  #accepting = true;
  #residueFound: number | null = null;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    const { journals } = options;
    const told = { followers: openFollowers(), inspections: openInspections(), journals };
    this.#common = { createRunActor: openRunActors(), counts: openRunCounts(), ...told };
    this.interventions = openInterventions({ ...options, slots: this.#slots, isAccepting: () => this.#accepting });
    options.persistence.claims.answerBy((taskId, question) => this.#answer(taskId, question));
  }

  get accepting(): boolean {
    return this.#accepting;
  }

  /** A run that is about to end, here or elsewhere, is waited for: no execute is swallowed by it. */
  async execute(taskId: string, by: string, asked: ExecuteWish = {}): Promise<ExecuteAnswer> {
    const wish = { ...asked, by, deadline: performance.now() + ENDING_PATIENCE_MS };
    for (;;) {
      const answer =
        (await this.#executeHere(taskId, wish)) ?? (await joinElsewhere(this.#options.persistence, taskId, wish));
      if (answer) return answer;
    }
  }

  obstacle(taskId: string): Refusal | null {
    const { maxRunning } = this.#options;
    if (!this.#accepting) return shuttingDown(taskId);
    const run = this.#runs.get(taskId);
    if (run) return run.isEnding() ? stillEnding(taskId) : alreadyRunning(taskId);
    if (this.#slots.intervention(taskId)) return stillEnding(taskId);
    return this.#runs.size >= maxRunning ? tooManyRunning(taskId, maxRunning) : null;
  }

  joins(taskId: string): boolean {
    return this.#runs.get(taskId)?.isEnding() === false;
  }

  /** Null where another instance has the task. */
  async #executeHere(taskId: string, wish: PatientWish): Promise<ExecuteAnswer | null> {
    for (;;) {
      const { run, isNew } = await this.#joinOrStart(taskId, wish);
      const acceptance = await run.accepted;
      if (isHeldElsewhere(acceptance)) return null;
      if (isNew) return answerOf(taskId, acceptance);
      const answer = joinedAnswer(taskId, { run, acceptance }, wish);
      if (answer) return answer;
      if (!(await isOverWithin(run.ended, wish.deadline - performance.now()))) throw stillEnding(taskId);
    }
  }

  /** What another instance asks of a run here; null where it does not run here. */
  async #answer(taskId: string, question: Question): Promise<HeldState | null> {
    const run = this.#runs.get(taskId);
    if (!run) return this.interventions.holds(taskId) ? 'ending' : null;
    return answerQuestion(run, question);
  }

  async cancel(taskId: string, by: string): Promise<TaskSnapshot> {
    // A shutdown has told every run to stop already, and the first stop counts.
    if (!this.#accepting) throw shuttingDown(taskId);
    const stop: CancelStop = { cause: 'cancel', by, at: new Date().toISOString() };
    await this.#outwaitIntervention(taskId);
    const run = this.#runs.get(taskId);
    return (run && (await this.#stopRun(taskId, run, stop))) ?? this.#cancelElsewhere(taskId, stop);
  }

  async #cancelElsewhere(taskId: string, stop: CancelStop): Promise<TaskSnapshot> {
    const { by } = stop;
    const state = await this.#options.persistence.claims.askHolder(taskId, { ask: 'cancel', by });
    if (state === 'ending') throw stillEnding(taskId);
    if (state === 'silent') throw holderSilent(taskId);
    const rows = await this.#readTable(taskId);
    if (state === 'running') return snapshotOf(rows);
    if (!isRunningOrResidue(rows)) throw notRunning(taskId);
    return this.#settleResidue(taskId, stop);
  }

  /**
   * Settles or resumes a task that a dead service left behind. Resolves once the run is accepted, with its end; null where
   * there is nothing to recover, because the task runs, here or elsewhere, or has ended. Throws a Refusal.
   */
  async recover(taskId: string, recovery: 'settle' | 'resume'): Promise<{ readonly ended: Promise<void> } | null> {
    // What is done to it by hand may have failed, and then there is still something to recover.
    while (this.#slots.intervention(taskId)) await this.#slots.intervention(taskId);
    if (!this.#accepting) throw shuttingDown(taskId);
    if (this.#runs.has(taskId)) return null;
    const stop: Stop | null = recovery === 'settle' ? { cause: 'settle', at: new Date().toISOString() } : null;
    const run = this.#start(taskId, { by: 'recovery', stop }, residueOnly(this.#options));
    const acceptance = await run.accepted;
    if (isHeldElsewhere(acceptance) || isNotRunning(acceptance)) return null;
    // Throws where it was refused.
    answerOf(taskId, acceptance);
    return { ended: run.ended };
  }

  view(taskId: string): LiveView | undefined {
    const run = this.#runs.get(taskId);
    const rows = run?.rows();
    return run && rows ? { rows, owner: this.#options.owner, note: run.note() } : undefined;
  }

  taskIds(): readonly string[] {
    return [...this.#runs].filter(([, run]) => run.rows() !== null).map(([taskId]) => taskId);
  }

  follow(taskId: string, follower: RunFollower): () => void {
    return this.#common.followers.follow(taskId, follower);
  }

  activeNodes(taskId: string): readonly string[] | undefined {
    return this.#runs.get(taskId)?.activeNodes();
  }

  inspect(taskId: string | null, inspect: Inspect): () => void {
    return this.#common.inspections.inspect(taskId, inspect);
  }

  noteResidue(tasks: number): void {
    this.#residueFound = tasks;
  }

  figures(): RunFigures {
    const runs = [...this.#runs.values()];
    const waiting = runs.filter((run) => run.isWaiting()).length;
    const { maxRunning: mostActive } = this.#options;
    const now = { residueFound: this.#residueFound, active: runs.length, mostActive, waiting };
    return { ...now, ...this.#common.counts.totals() };
  }

  /** Tells every run to stop and waits for their ends; what has not ended at the deadline is left as residue. */
  async close(): Promise<void> {
    this.#accepting = false;
    await this.#options.reach?.('shutdown.begin');
    const { shutdownGraceMs, killGraceMs } = this.#options.timing;
    for (const run of this.#runs.values()) run.stop({ cause: 'shutdown', at: new Date().toISOString() });
    const ends = this.#slots.allEnded();
    if (await isOverWithin(ends, shutdownGraceMs + killGraceMs + SHUTDOWN_SLACK_MS)) return;
    for (const run of this.#runs.values()) run.abandon();
  }

  /** Waits for a run that is about to end, or for an intervention; then, with no await between finding the slot free and taking it, starts one. */
  async #joinOrStart(taskId: string, { deadline, ...wish }: PatientWish) {
    for (;;) {
      if (!this.#accepting) throw shuttingDown(taskId);
      const run = this.#runs.get(taskId);
      if (run && !run.isEnding()) return { run, isNew: false };
      const ended = this.#slots.ended(taskId);
      if (!ended) return { run: this.#start(taskId, { ...wish, stop: null }), isNew: true };
      if (await isOverWithin(ended, deadline - performance.now())) continue;
      throw stillEnding(taskId);
    }
  }

  async #readTable(taskId: string): Promise<StoredRows> {
    const rows = await this.#options.persistence.readTask(taskId);
    if (rows === null) throw taskNotFound(taskId);
    return rows;
  }

  #start(taskId: string, wish: Wish, rooms: Rooms = this.#options): Run {
    const { maxRunning } = this.#options;
    if (this.#runs.size >= maxRunning) throw tooManyRunning(taskId, maxRunning);
    const run = startRun(rooms, newRun(this.#options, taskId, wish), this.#common);
    this.#slots.fill(taskId, run);
    return run;
  }

  async #outwaitIntervention(taskId: string): Promise<void> {
    const other = this.#slots.intervention(taskId);
    if (other && !(await isOverWithin(other, ENDING_PATIENCE_MS))) throw stillEnding(taskId);
  }

  /** Null where another instance turns out to have the task. */
  async #stopRun(taskId: string, run: Run, stop: Stop): Promise<TaskSnapshot | null> {
    const acceptance = await run.accepted;
    if (isHeldElsewhere(acceptance)) return null;
    const { state, rows } = answerOf(taskId, acceptance);
    if (state === 'succeeded') throw notRunning(taskId);
    run.stop(stop);
    if (run.isStoppable()) return snapshotOf(run.rows() ?? rows);
    // Its last step has ended; an outcome that was reached is kept. Until it is stored, the task is shown as RUNNING.
    throw (await isOverWithin(run.ended, ENDING_PATIENCE_MS)) ? notRunning(taskId) : stillEnding(taskId);
  }

  /** A run that starts with its stop already noted: it fences, marks the residue FAILED and ends. */
  async #settleResidue(taskId: string, stop: CancelStop): Promise<TaskSnapshot> {
    const other = this.#runs.get(taskId);
    const stopped = other && (await this.#stopRun(taskId, other, stop));
    if (stopped) return stopped;
    if (this.#slots.intervention(taskId) || this.#runs.has(taskId)) throw stillEnding(taskId);
    const run = this.#start(taskId, { by: stop.by, stop }, residueOnly(this.#options));
    const acceptance = await run.accepted;
    // Somebody took it in that very moment: then that run is the one to cancel.
    if (isHeldElsewhere(acceptance)) throw stillEnding(taskId);
    const { rows } = answerOf(taskId, acceptance);
    await isOverWithin(run.ended, ENDING_PATIENCE_MS);
    return snapshotOf(run.rows() ?? rows);
  }
}
