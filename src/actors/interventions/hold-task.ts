/** Gives an intervention the task: its slot, taken in the very tick in which it is free, and then its claim. */

import { setTimeout as pause } from 'node:timers/promises';

import { shuttingDown } from '../../domain/refusal.ts';
import type { Logger } from '../../logger.ts';
import { isOverWithin } from '../../platform/is-over-within.ts';
import { type Claim, ClaimGone, type ClaimHolder } from '../../persistence/claims/claims.ts';
import type { Persistence } from '../../persistence/persistence.ts';
import { databaseUnavailable } from '../../persistence/unavailable.ts';
import { ELSEWHERE_PAUSE_MS, ENDING_PATIENCE_MS } from '../patience.ts';
import { alreadyRunning, heldElsewhere, stillEnding } from '../run-refusals.ts';
import type { Slots } from '../slots.ts';
import type { Done, Intervention } from './intervention.ts';

export interface HoldParts {
  readonly slots: Slots;
  readonly persistence: { readonly claims: Pick<Persistence['claims'], 'claim' | 'askHolder'> };
  readonly logger: Logger;
  readonly isAccepting: () => boolean;
}

export interface Hold {
  /** Throws a Refusal: `already-running`, here or elsewhere, or `ending` where it cannot be had within 2 s. */
  hold<T>(taskId: string, intervention: Intervention<T>): Promise<T>;
  /** Whether the claim of the task is held by it now. */
  holds(taskId: string): boolean;
}

export function openHold(parts: HoldParts): Hold {
  const { slots, isAccepting } = parts;
  const claimed = new Set<string>();
  return {
    holds: (taskId) => claimed.has(taskId),
    async hold(taskId, intervention) {
      const deadline = performance.now() + ENDING_PATIENCE_MS;
      for (;;) {
        if (!isAccepting()) throw shuttingDown(taskId);
        if (slots.ended(taskId)) {
          await outwait(slots, taskId, deadline);
          continue;
        }
        const done = await slots.hold(taskId, () => underClaim(parts, claimed, taskId, intervention));
        if (done) return done.result;
        if (performance.now() > deadline) throw stillEnding(taskId);
        await pause(ELSEWHERE_PAUSE_MS);
      }
    },
  };
}

/** Waits for what is in the slot, where that is about to end. */
async function outwait(slots: Slots, taskId: string, deadline: number): Promise<void> {
  const run = slots.runs.get(taskId);
  // One that is not accepted yet may be refused, and then there never was a run.
  if (run && (await run.accepted).state === 'started' && !run.isEnding()) throw alreadyRunning(taskId);
  const ended = slots.ended(taskId);
  if (ended && !(await isOverWithin(ended, deadline - performance.now()))) throw stillEnding(taskId);
}

/** Null where it has to be tried again. */
async function underClaim<T>(
  { persistence: { claims }, logger }: HoldParts,
  claimed: Set<string>,
  taskId: string,
  intervention: Intervention<T>,
): Promise<Done<T> | null> {
  const claim = await claims.claim(taskId, HOLDER);
  if (claim === null) {
    const state = await claims.askHolder(taskId, { ask: 'join' });
    if (state === 'running' || state === 'silent') throw heldElsewhere(taskId);
    return null;
  }
  claimed.add(taskId);
  try {
    return await intervention(claim);
  } catch (error) {
    throw error instanceof ClaimGone ? databaseUnavailable(error) : error;
  } finally {
    claimed.delete(taskId);
    await release(claim, taskId, logger);
  }
}

/** No script runs under such a claim, and one that was lost is not regained: nothing more is stored, and the caller is told. */
const HOLDER: ClaimHolder = { hear: () => undefined, runsScript: () => false, recognises: () => false };

async function release(claim: Claim, taskId: string, logger: Logger): Promise<void> {
  try {
    await claim.release();
  } catch (error) {
    // What was done is done; the database itself releases a claim whose connection is gone.
    logger.warn({ taskId, err: error }, 'claim.not-released');
  }
}
