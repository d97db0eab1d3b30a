/** The effects of a run on the real rooms: the database and the scripts. */

import { checkRows } from '../domain/check-rows.ts';
import { taskNotFound } from '../domain/refusal.ts';
import type { Interruption } from '../domain/transitions/reset-residue.ts';
import type { Verdict } from '../domain/unit.ts';
import type { Reach } from '../failpoints/failpoint.ts';
import type { Logger } from '../logger.ts';
import type { Claim, ClaimHolder, FirstRead } from '../persistence/claims/claims.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { openTimeText } from '../platform/time-text.ts';
import type { RunningScript, Scripts } from '../scripts/scripts.ts';
import type { FenceInput, RunEffects, Stored, UnitInput } from './run-effects.ts';

export interface LiveEffects extends RunEffects {
  /** Gives the claim back, where there is one. */
  release(): Promise<void>;
}

/** What a run hears of what it holds. */
export interface RunListener {
  readonly claim: ClaimHolder;
  /** The log of the running script is larger than so many bytes, the most it may have. */
  overgrown(limitBytes: number): void;
}

export interface Rooms {
  readonly persistence: Persistence;
  readonly scripts: Scripts;
  readonly logger: Logger;
  readonly reach?: Reach | undefined;
}

/** One set for one run: it holds the run's claim and its running script, which no context can. */
export function liveEffects(
  { persistence, scripts }: Pick<Rooms, 'persistence' | 'scripts'>,
  listener: RunListener,
): LiveEffects {
  let claim: Claim | null = null;
  let firstRead: FirstRead | undefined;
  let script: Promise<RunningScript> | null = null;

  const now = openTimeText();
  const storeBy = (send: Send) => {
    return async ({ unit }: UnitInput): Promise<Stored> => ({ verdict: await send(unit), at: now() });
  };
  const heldClaim = () => claim ?? fail('the run holds no claim');
  const currentScript = () => script ?? fail('the run has no script');

  return {
    async claimTask({ taskId }) {
      claim = await persistence.claims.claim(taskId, listener.claim);
      firstRead = claim?.firstRead;
      return { granted: claim !== null };
    },
    async loadTask({ taskId }) {
      const { rows } = firstRead ?? { rows: await persistence.readTask(taskId) };
      firstRead = undefined;
      if (rows === null) throw taskNotFound(taskId);
      return { rows: checkRows(rows), at: now() };
    },
    storeOverClaim: storeBy((unit) => heldClaim().storeUnit(unit)),
    storeUnit: storeBy((unit) => persistence.storeUnit(unit)),
    async fenceSteps(input) {
      return { interruptions: await fenceSteps(scripts, input), at: now() };
    },
    async runScript(attempt) {
      script = scripts.start(attempt);
      const running = await script;
      void running.overgrown.then((limitBytes) => listener.overgrown(limitBytes));
      return running.exit;
    },
    async terminateScript({ why }) {
      (await currentScript()).terminate(why);
    },
    async killScript({ why }) {
      (await currentScript()).kill(why);
    },
    async clearScript() {
      await (await currentScript()).clear();
    },
    async release() {
      await claim?.release();
    },
  };
}

type Send = (unit: UnitInput['unit']) => Promise<Verdict>;

async function fenceSteps(scripts: Scripts, { taskId, steps }: FenceInput): Promise<Record<number, Interruption>> {
  const found = steps.map(
    async ({ stepNo, logPath }) => [stepNo, await scripts.fence({ taskId, stepNo }, logPath)] as const,
  );
  return Object.fromEntries(await Promise.all(found));
}

function fail(message: string): never {
  throw new Error(message);
}
