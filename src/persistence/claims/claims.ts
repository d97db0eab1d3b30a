/** Claims: the right of one instance to run a task, and what instances say to each other about who has it. */

import type { StoredRows } from '../../domain/rows.ts';
import type { Unit, Verdict } from '../../domain/unit.ts';
import type { DeletionVerdict, TaskDeletion } from '../delete-task.ts';
import type { MendingVerdict, StepMending } from '../mend-step.ts';

export interface Claims {
  /**
   * Null where another instance has the task. Throws a Refusal `database-unavailable`, or `too-many-running` where the
   * server has no room for more locks.
   */
  claim(taskId: string, holder: ClaimHolder): Promise<Claim | null>;
  /** Which of these tasks another instance holds, and which one that is; not older than a second. */
  findOwners(taskIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Asks whichever other instance holds the task. */
  askHolder(taskId: string, question: Question): Promise<HolderState>;
  /** Who answers the questions of other instances. */
  answerBy(answer: Answerer): void;
  close(): Promise<void>;
}

/** A held claim. */
export interface Claim {
  /** Stores a unit that has no token of ours yet, over the connection that holds the claim. */
  storeUnit(unit: Unit): Promise<Verdict>;
  /** Deletes the task over the connection that holds the claim. The claim stays until it is released. */
  deleteTask(deletion: Omit<TaskDeletion, 'taskId'>): Promise<DeletionVerdict>;
  /** Gives a step of the task another script, over the connection that holds the claim. */
  mendStep(mending: Omit<StepMending, 'taskId'>): Promise<MendingVerdict>;
  release(): Promise<void>;
}

/** Nothing can be stored over a claim that is gone for good. */
export class ClaimGone extends Error {
  override readonly name = 'ClaimGone';

  constructor() {
    super('the claim on the task is gone');
  }
}

/** The run that holds a claim. */
export interface ClaimHolder {
  /** In doubt; held after all; gone for good. */
  hear(news: 'claim.lost' | 'claim.regained' | 'claim.gone'): void;
  /** Whether a script of it runs, which must be over before another host may take the task. */
  runsScript(): boolean;
  /** Whether the rows are still as the run left them, so that nobody else had the task in between. */
  recognises(rows: StoredRows | null): boolean;
}

/** `cancel` tells the run to stop; `join` asks how it is. */
export type Question = { readonly ask: 'cancel'; readonly by: string } | { readonly ask: 'join' };

/**
 * `running`: it runs (a cancel has told it to stop); `ending`: it is past its last step or was told to stop before;
 * `not-running`: nobody holds it; `silent`: its holder does not answer.
 */
export type HolderState = HeldState | 'silent';

/** What the holder itself says. How far the task is, the rows tell: no older than what was read of them before. */
export type HeldState = 'running' | 'ending' | 'not-running';

/** Null where the task is not run by this instance. */
export type Answerer = (taskId: string, question: Question) => Promise<HeldState | null>;
