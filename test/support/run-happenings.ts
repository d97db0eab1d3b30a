/** What can happen to a run in any state, and how the run ends when all goes well afterwards. */

import { Refusal } from '../../src/domain/refusal.ts';
import type { EffectName, HeldRun } from './held-run.ts';

export type Happening = (run: HeldRun) => Promise<void>;

const LATER = '2026-03-10T08:00:03.000Z';

export const happenings = {
  'stop.cancel': async (run) => run.send({ type: 'run.stop', stop: { cause: 'cancel', by: 'ann', at: LATER } }),
  'stop.shutdown': async (run) => run.send({ type: 'run.stop', stop: { cause: 'shutdown', at: LATER } }),
  timeout: (run) => run.advance(600_000),
  'claim.lost': async (run) => run.send({ type: 'claim.lost' }),
  'claim.gone': async (run) => run.send({ type: 'claim.gone' }),
  'log.overgrown': async (run) => run.send({ type: 'log.overgrown', limitBytes: 1024 }),
  error: (run) => fail(run),
  done: (run) => passOn(run),
} satisfies Record<string, Happening>;

export type HappeningName = keyof typeof happenings;

/** The effect of the state fails; where it has none, an error from nowhere arrives. */
async function fail(run: HeldRun): Promise<void> {
  const effect = ownEffect(run);
  if (effect) await run.fail(effect, new Refusal('database-unavailable', 'planted'));
  else run.send({ type: 'xstate.error.actor.nobody', error: new Error('planted') });
}

/** The effect of the state ends well; where it has none, what it waits for comes about. */
async function passOn(run: HeldRun): Promise<void> {
  const effect = ownEffect(run);
  if (effect) await run.pass(effect);
  else if (run.leaf().endsWith('doubting')) run.send({ type: 'claim.regained' });
  else await run.advance(60_000);
}

/** In stopping and killing the effect of the state is the ending of the script, not the script. */
function ownEffect(run: HeldRun): EffectName | undefined {
  const pending = run.pending();
  return pending.find((name) => name !== 'runScript') ?? pending[0];
}

/**
 * `<end state> <task> <steps> <scripts started>`, statuses by their first letters: "failed F SFP 2" is a task FAILED
 * with steps SUCCESS, FAILED, PENDING, of which the script of step 2 was started.
 */
export async function endOfHappening(run: HeldRun, happening: Happening): Promise<string> {
  await happening(run);
  const end = await run.finish();
  const { task, steps } = run.rows;
  const statuses = `${task.status.slice(0, 1)} ${steps.map(({ status }) => status.slice(0, 1)).join('')}`;
  return `${end} ${statuses} ${run.started.join(',') || '-'}`;
}
