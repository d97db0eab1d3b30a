/** For each leaf state of the statechart, a way into it. */

import { ELSEWHERE, heldRun, type HeldRun } from './held-run.ts';
import { rowsOf } from './rows.ts';

/** A run that was driven into a leaf state. */
export type Route = () => Promise<HeldRun>;

const plain = () => heldRun(rowsOf('FAILED', ['SUCCESS', 'FAILED', 'PENDING']));
const residue = () => heldRun(rowsOf('RUNNING', ['SUCCESS', 'RUNNING', 'PENDING']));
const foreign = () => heldRun(rowsOf('RUNNING', ['SUCCESS', 'RUNNING', 'PENDING'], ELSEWHERE));
const allDone = () => heldRun(rowsOf('FAILED', ['SUCCESS', 'SUCCESS']));

const accept = ['claimTask', 'loadTask', 'storeOverClaim'] as const;
const toStepping: Way = [...accept, 'storeOverClaim'];
const toRecording: Way = [...toStepping, 'runScript'];
const toResetting: Way = [...accept, 'fenceSteps', 'loadTask'];

const failScript = { kind: 'exited', exitCode: 3, at: '2026-03-10T08:00:01.000Z', lastLine: null, warning: null };

type Way = readonly (Parameters<HeldRun['pass']>[0] | ((run: HeldRun) => Promise<void> | void))[];

const cancel = (run: HeldRun) =>
  run.send({ type: 'run.stop', stop: { cause: 'cancel', by: 'local', at: '2026-03-10T08:00:02.000Z' } });
const shutdown = (run: HeldRun) =>
  run.send({ type: 'run.stop', stop: { cause: 'shutdown', at: '2026-03-10T08:00:02.000Z' } });
const lose = (run: HeldRun) => run.send({ type: 'claim.lost' });
const failScriptOf = (run: HeldRun) => run.pass('runScript', failScript);

export const routes: Readonly<Record<string, Route>> = {
  claiming: go(plain, []),
  loading: go(plain, ['claimTask']),
  settling: go(allDone, ['claimTask', 'loadTask']),
  accepting: go(plain, ['claimTask', 'loadTask']),
  'recovering.delaying': go(foreign, accept),
  'recovering.fencing': go(residue, accept),
  'recovering.reloading': go(residue, [...accept, 'fenceSteps']),
  'recovering.pausing': go(residue, [...accept, (run) => run.fail('fenceSteps')]),
  ...writingRoutes('recovering.resetting', residue, toResetting, 'storeOverClaim'),
  'executing.doubting': go(plain, [...accept, lose, 'storeOverClaim']),
  ...writingRoutes('executing.starting', plain, accept, 'storeOverClaim'),
  'executing.running.stepping': go(plain, toStepping),
  'executing.running.gracing': go(plain, [...toStepping, shutdown]),
  'executing.running.stopping': go(plain, [...toStepping, cancel]),
  'executing.running.killing': go(plain, [...toStepping, cancel, (run) => run.advance(5000)]),
  'executing.clearing.trying': go(plain, [...toStepping, failScriptOf]),
  'executing.clearing.pausing': go(plain, [...toStepping, failScriptOf, (run) => run.fail('clearScript')]),
  'executing.breaking.trying': go(plain, [...toStepping, (run) => run.fail('runScript')]),
  'executing.breaking.pausing': go(plain, [
    ...toStepping,
    (run) => run.fail('runScript'),
    (run) => run.fail('fenceSteps'),
  ]),
  ...writingRoutes('executing.recording', plain, toRecording, 'storeUnit'),
  ...writingRoutes('executing.ending', plain, [(run) => cancel(run), ...accept], 'storeOverClaim'),
};

function writingRoutes(
  state: string,
  start: () => HeldRun,
  way: Way,
  effect: 'storeUnit' | 'storeOverClaim',
): Record<string, Route> {
  return {
    [`${state}.sending`]: go(start, way),
    [`${state}.waiting`]: go(start, [...way, (run) => run.fail(effect)]),
    [`${state}.doubting`]: go(start, [...way, lose, (run) => run.fail(effect), (run) => run.advance(5000)]),
  };
}

function go(start: () => HeldRun, way: Way): Route {
  return async () => {
    const run = start();
    for (const hop of way) await (typeof hop === 'string' ? run.pass(hop) : hop(run));
    return run;
  };
}
