/** Ways of a run to something that it tells, and the words in which it tells why. */

import { Refusal } from '../../src/domain/refusal.ts';
import type { TaskRows } from '../../src/domain/rows.ts';
import { AT, ELSEWHERE, heldRun, type HeldRun } from './held-run.ts';
import { rowsOf } from './rows.ts';

export interface ToldWhy {
  readonly what: string;
  readonly why: string;
  /** Gives the run once it has come there. */
  readonly reach: () => Promise<HeldRun>;
}

const exit = { at: AT, lastLine: 'a secret that it wrote', warning: null };

const fresh = () => rowsOf('PENDING', ['PENDING', 'PENDING']);
const resumed = () => rowsOf('FAILED', ['SUCCESS', 'SUCCESS', 'FAILED']);
const residue = () => rowsOf('RUNNING', ['SUCCESS', 'RUNNING', 'PENDING']);
const residueElsewhere = () => rowsOf('RUNNING', ['RUNNING'], ELSEWHERE);

type Hop = (run: HeldRun) => Promise<unknown> | void;

const pass =
  (...names: readonly Parameters<HeldRun['pass']>[0][]): Hop =>
  async (run) => {
    for (const name of names) await run.pass(name);
  };
const accept = pass('claimTask', 'loadTask', 'storeOverClaim');
const toStepping = pass('claimTask', 'loadTask', 'storeOverClaim', 'storeOverClaim');

const cases: readonly (readonly [string, () => TaskRows, readonly Hop[], string])[] = [
  ['claim', fresh, [pass('claimTask')], 'this instance has the right to run the task'],
  [
    'claim held elsewhere',
    fresh,
    [(run) => run.pass('claimTask', { granted: false })],
    'another instance runs this task',
  ],
  ['rows that were read', resumed, [pass('claimTask', 'loadTask')], 'read the task: 2 of 3 steps are SUCCESS'],
  [
    'a task that is not there',
    fresh,
    [pass('claimTask'), (run) => run.fail('loadTask', new Refusal('task-not-found', 'There is no task "t".'))],
    'There is no task "t".',
  ],
  [
    'an accept that was not stored',
    fresh,
    [pass('claimTask', 'loadTask'), (run) => run.fail('storeOverClaim')],
    'The database does not answer; try again soon.',
  ],
  ['the accept', fresh, [pass('claimTask', 'loadTask', 'storeOverClaim')], 'stored: the task is RUNNING'],
  ['steps that are done', resumed, [accept], 'steps 1 to 2 skipped: already SUCCESS'],
  ['one step that is done', () => rowsOf('FAILED', ['SUCCESS', 'FAILED']), [accept], 'step 1 skipped: already SUCCESS'],
  ['the next step', resumed, [accept], 'step 3 is the next one to run'],
  ['a step that starts', fresh, [toStepping], 'step 1 is stored as RUNNING: its script is started'],
  [
    'residue',
    residue,
    [accept, pass('fenceSteps', 'loadTask', 'storeOverClaim')],
    'step 2 was RUNNING at start: reset to FAILED',
  ],
  [
    'residue of another host',
    residueElsewhere,
    [accept, (run) => run.advance(60_000)],
    'waited 60 s for the other host',
  ],
  ['a fence', residue, [accept, pass('fenceSteps')], 'nothing of the interrupted attempt runs any more'],
  [
    'a fence that fails',
    residue,
    [accept, (run) => run.fail('fenceSteps', new Error('waiting for process 12, which does not end'))],
    'waiting for process 12, which does not end',
  ],
  ['a script that ended', fresh, [toStepping, pass('runScript')], 'step 1 ended with exit code 0'],
  [
    'a script that failed',
    fresh,
    [toStepping, (run) => run.pass('runScript', { kind: 'exited', exitCode: 1, ...exit })],
    'step 1 ended with exit code 1',
  ],
  [
    'a script that was killed',
    fresh,
    [toStepping, (run) => run.pass('runScript', { kind: 'signalled', signal: 'SIGKILL', ...exit })],
    'step 1 was ended by SIGKILL',
  ],
  [
    'a script that could not start',
    fresh,
    [toStepping, (run) => run.pass('runScript', { kind: 'not-started', reason: 'no script', ...exit })],
    'step 1 could not be started: no script',
  ],
  [
    'a launcher that died',
    fresh,
    [toStepping, (run) => run.fail('runScript', new Error('the launcher of scripts cannot be reached'))],
    'it cannot be told how the script ended: the launcher of scripts cannot be reached',
  ],
  [
    'an outcome and the next start',
    fresh,
    [toStepping, pass('runScript', 'storeUnit')],
    'stored: step 1 is SUCCESS, step 2 is RUNNING',
  ],
  [
    'the end of what a script left',
    fresh,
    [toStepping, (run) => run.pass('runScript', { kind: 'exited', exitCode: 1, ...exit }), pass('clearScript')],
    'nothing of step 1 runs any more',
  ],
  [
    'the end of a task that failed',
    fresh,
    [
      toStepping,
      (run) => run.pass('runScript', { kind: 'exited', exitCode: 1, ...exit }),
      pass('clearScript', 'storeUnit'),
    ],
    'stored: step 1 is FAILED, the task is FAILED',
  ],
  ['a cancel', fresh, [toStepping, cancel], 'cancelled by ann'],
  ['a shutdown', fresh, [toStepping, shutdown], 'the service shuts down'],
  [
    'a shutdown whose grace is over',
    fresh,
    [toStepping, shutdown, (run) => run.advance(10_000)],
    'the script did not end within 10 s of the shutdown',
  ],
  [
    'a script that ignores TERM',
    fresh,
    [toStepping, cancel, (run) => run.advance(5000)],
    'the script did not end within 5 s of TERM',
  ],
  ['a timeout', fresh, [toStepping, (run) => run.advance(600_000)], 'the script ran longer than 600 s'],
  [
    'a log that is too large',
    fresh,
    [toStepping, (run) => run.send({ type: 'log.overgrown', limitBytes: 1024 })],
    'the log of step 1 grew beyond 1 KiB',
  ],
  [
    'a database that is away',
    fresh,
    [toStepping, pass('runScript'), (run) => run.fail('storeUnit')],
    'waiting for the database to store the last transition',
  ],
  [
    'another try',
    fresh,
    [toStepping, pass('runScript'), (run) => run.fail('storeUnit'), (run) => run.advance(5000)],
    'tries again after one try in vain',
  ],
  [
    'a claim in doubt',
    fresh,
    [toStepping, (run) => run.send({ type: 'claim.lost' })],
    'the claim on this task is in doubt: its connection is gone',
  ],
  [
    'a claim that is gone',
    fresh,
    [toStepping, (run) => run.send({ type: 'claim.gone' })],
    'the claim on this task is gone for good',
  ],
  [
    'rows that somebody else changed',
    fresh,
    [toStepping, pass('runScript'), (run) => run.pass('storeUnit', { verdict: 'lost', at: AT })],
    'somebody else changed the rows of this task',
  ],
];

export const toldWhys: readonly ToldWhy[] = cases.map(([what, rows, hops, why]) => ({
  what,
  why,
  reach: () => reach(rows(), hops),
}));

async function cancel(run: HeldRun): Promise<void> {
  run.send({ type: 'run.stop', stop: { cause: 'cancel', by: 'ann', at: AT } });
}

async function shutdown(run: HeldRun): Promise<void> {
  run.send({ type: 'run.stop', stop: { cause: 'shutdown', at: AT } });
}

async function reach(rows: TaskRows, hops: readonly Hop[]): Promise<HeldRun> {
  const run = heldRun(rows);
  for (const hop of hops) await hop(run);
  return run;
}
