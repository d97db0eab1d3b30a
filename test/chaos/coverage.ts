/** How much was really put to the test: rounds in which nothing went wrong prove little. */

import { FAILPOINT_NAMES, type FailpointName } from '../../src/failpoints/failpoint.ts';
import { type History, isPower } from './history.ts';
import { deletionsOf, timelineOf } from './timeline.ts';

export interface Coverage {
  readonly failpoints: Readonly<Record<FailpointName, number>>;
  /** Executes that were told of the run there is. */
  readonly executesWhileRunning: number;
  readonly killsWhileScriptLived: number;
  /** Transitions of which the service could not know whether they were stored. */
  readonly ambiguousCommits: number;
  readonly residueResets: number;
  readonly orphansKilled: number;
  readonly mends: number;
  readonly resolutions: number;
  readonly setBacks: number;
  readonly deletions: number;
  /** Of what was to be done by hand, because the task ran. */
  readonly powersRefused: number;
}

type Count = Exclude<keyof Coverage, 'failpoints'>;

/** What a long run must have done at least, and each failpoint so often; of a shorter run, its share is asked. */
const FULL_ROUNDS = 60;
const LEAST_HITS = 3;
const LEAST: Readonly<Record<Count, number>> = {
  executesWhileRunning: 20,
  killsWhileScriptLived: 10,
  ambiguousCommits: 5,
  residueResets: 3,
  orphansKilled: 1,
  mends: 20,
  resolutions: 20,
  setBacks: 10,
  deletions: 10,
  powersRefused: 10,
};

/** @param lostStatements how many the network lost, which no history tells. */
export function coverageOf(history: History, lostStatements: number): Coverage {
  const { hits, calls, faults } = history;
  const acted = hits.filter(({ action }) => action !== null);
  const resets = [...timelineOf(history).values()]
    .flat()
    .filter(({ task, steps }) => task?.new.status === 'RUNNING' && steps.some(({ old }) => old.status === 'RUNNING'));
  const inDoubt = acted.filter(({ point, action }) => IN_DOUBT.has(point) && action !== 'sleep' && action !== 'stop');
  return {
    failpoints: countPoints((name) => acted.filter(({ point }) => point === name).length),
    executesWhileRunning: calls.filter(({ op, http, body }) => op === 'execute' && http === 202 && !isStarted(body))
      .length,
    killsWhileScriptLived: faults.filter(({ kind, liveScripts }) => KILL.test(kind) && liveScripts > 0).length,
    ambiguousCommits: lostStatements + inDoubt.length,
    residueResets: resets.length,
    ...powersOf(history),
    orphansKilled: resets.filter(({ steps }) => steps.some(({ new: row }) => ORPHAN.test(row.message ?? ''))).length,
  };
}

function powersOf(history: History) {
  const steps = [...timelineOf(history).values()].flat().flatMap((transition) => transition.steps);
  const refused = history.calls.filter(({ op, http }) => isPower(op) && http === 409);
  return {
    mends: steps.filter(({ old, new: row }) => old.script !== row.script).length,
    resolutions: steps.filter(({ new: row }) => row.message?.startsWith('resolved as')).length,
    setBacks: steps.filter(({ new: row }) => row.message?.startsWith('set back by')).length,
    deletions: deletionsOf(history).size,
    powersRefused: refused.filter(({ body }) => (body as { type?: string }).type === '/problems/already-running')
      .length,
  };
}

const KILL = /^kill-(service|service-and-launcher|launcher)$/;

const ORPHAN = /still alive and were ended/;

/** The transition was sent, and the service does not know its verdict. */
const IN_DOUBT: ReadonlySet<FailpointName> = new Set([
  'accept.stored',
  'run.residue_reset',
  'step.persist.sent',
  'step.persisted',
  'task.finished',
]);

function isStarted(body: unknown): boolean {
  return (body as { started?: boolean }).started === true;
}

export function addCoverage(a: Coverage, b: Coverage): Coverage {
  const sum = Object.fromEntries(COUNTS.map((count) => [count, a[count] + b[count]])) as Record<Count, number>;
  return { ...sum, failpoints: countPoints((name) => a.failpoints[name] + b.failpoints[name]) };
}

export function noCoverage(): Coverage {
  const zero = Object.fromEntries(COUNTS.map((count) => [count, 0])) as Record<Count, number>;
  return { ...zero, failpoints: countPoints(() => 0) };
}

const COUNTS = Object.keys(LEAST) as Count[];

function countPoints(count: (name: FailpointName) => number): Record<FailpointName, number> {
  return Object.fromEntries(FAILPOINT_NAMES.map((name) => [name, count(name)])) as Record<FailpointName, number>;
}

/** What was not put to the test enough, in words. */
export function missingCoverage(coverage: Coverage, rounds: number): readonly string[] {
  const share = (least: number) => Math.floor(least * Math.min(1, rounds / FULL_ROUNDS));
  const counts = COUNTS.filter((count) => coverage[count] < share(LEAST[count]));
  const points = FAILPOINT_NAMES.filter((name) => coverage.failpoints[name] < share(LEAST_HITS));
  return [
    ...counts.map((count) => `${count}: ${coverage[count]}, at least ${share(LEAST[count])} expected`),
    ...points.map((name) => `${name}: ${coverage.failpoints[name]} hits, at least ${share(LEAST_HITS)} expected`),
  ];
}
