/** The checker of histories, tried on one round: what it says of the sound service, of changed histories, and of mutants. */

import { expect } from 'chai';
import { rm } from 'node:fs/promises';
import process from 'node:process';

import { checkHistory } from './check.ts';
import { type Call, type History, readHistory } from './history.ts';
import { laneOf, MUTANT_NAMES, type MutantName } from './mutants/mutants.ts';
import { acceptedTwice, planted } from './planted-histories.ts';
import { plantedPowers } from './planted-powers.ts';
import { openSharedPostgresDatabases } from './postgres-databases.ts';
import { isChange } from './timeline.ts';
import { type RoundLane, runRound } from './round.ts';
import { type Fault, scriptLine } from './schedule.ts';

/** Not that of a mutant. */
const SOUND = 'sound';

/** The second one fails at first, so that there are two runs. */
const SCRIPTS = ['plain', 'fails', 'plain', 'child', 'plain'].map((mode) => scriptLine(10, mode));

/** Longer than all else takes, so that the crash comes while it runs; a mutant that ignores residue does not run it again. */
const LONG = scriptLine(20_000, 'plain');

/** So long that whoever executes it again does so while it runs: the runs then end each other's scripts. */
const LASTING = scriptLine(1000, 'plain');

const CUT_SHORT = laneOf('ignores residue');
const OVERLAPPING = laneOf('has no registry of runs');

/** What the others do wrong shows in a run that nothing cuts short. */
const UNCUT = [SOUND, ...MUTANT_NAMES.map(laneOf).filter((lane) => lane !== CUT_SHORT && lane !== OVERLAPPING)];

/** With all that runs, so that residue and its processes are left. */
const CRASH: Fault = {
  kind: 'kill-service-and-launcher',
  instance: 0,
  afterMs: 0,
  lane: CUT_SHORT,
  afterEndsIn: UNCUT,
  lastsMs: 0,
};

const FIRST_SCRIPTS: ReadonlyMap<string, string> = new Map([
  [CUT_SHORT, LONG],
  [OVERLAPPING, LASTING],
]);

/** The rules by which each is found for certain, whatever else comes of it. */
const FOUND_BY: Readonly<Record<MutantName, readonly string[]>> = {
  'runs what is SUCCESS again': ['I2', 'I4'],
  'runs the steps in the reverse order': ['I5'],
  'ignores residue': ['I6'],
  'goes on after a failure': ['I8'],
  'has one log for all, emptied at each start': ['I7'],
  'has no registry of runs': ['I12'],
};

const ROUND = { seed: 5, round: 0, kind: 'postgresql', instances: 1 } as const;

/** Some mutants never come to a SUCCESS. What is wrong with any is to be seen in its first runs. */
const PATIENCE = { ms: 30_000, runs: 3 };

describe('checkHistory', function () {
  this.timeout(120_000);

  /** Of mutants and of the sound service, through a crash. */
  let recorded: History;
  let sound: History;

  before(async () => {
    const databases = await openSharedPostgresDatabases();
    const command = [process.execPath, 'test/chaos/mutants/mutant-service.ts'] as const;
    const { folder } = await runRound({ ...ROUND, databases, command, schedule: [CRASH], lanes: lanes() });
    recorded = readHistory(folder);
    sound = partOf(recorded, SOUND);
    await rm(folder, { recursive: true });
  });

  it('finds nothing in what really happened to the tasks of a sound service', () => {
    expect(sound.final.tasks).to.not.deep.equal([]);
    expect(checkHistory(sound)).to.deep.equal([]);
  });

  for (const { title, rule, change } of [...planted(), ...plantedPowers()]) {
    it(`finds ${title}`, () => {
      expect(rulesOf({ ...sound, ...change(sound) })).to.include(rule);
    });
  }

  it('takes an acceptance of which the caller was told nothing for the end of a run', () => {
    const audit = sound.audit.filter(isChange).flatMap(acceptedTwice);
    const refused = audit.flatMap(({ at, taskId }, index): readonly Call[] =>
      audit[index + 1]?.txid === `${audit[index]?.txid}0`
        ? [{ op: 'execute', taskId, instance: 0, askedAt: at - 1, answeredAt: at + 1, http: 503, body: {} }]
        : [],
    );
    expect(refused).to.not.deep.equal([]);
    expect(rulesOf({ ...sound, audit })).to.include('I12');
    expect(rulesOf({ ...sound, audit, calls: [...sound.calls, ...refused] })).to.not.include('I12');
  });

  for (const name of MUTANT_NAMES) {
    it(`finds a service that ${name}`, () => {
      expect(rulesOf(partOf(recorded, laneOf(name)))).to.include.members([...FOUND_BY[name]]);
    });
  }
});

function lanes(): readonly RoundLane[] {
  const mutants = MUTANT_NAMES.map(laneOf).map((name) => {
    const scripts = [FIRST_SCRIPTS.get(name) ?? scriptLine(10, 'plain'), ...SCRIPTS.slice(1)];
    return { name, scripts, interferes: false, patience: PATIENCE };
  });
  return [{ name: SOUND, scripts: SCRIPTS, interferes: false }, ...mutants];
}

/** What is known of the tasks of a lane. */
function partOf(history: History, lane: string): History {
  const isOfLane = ({ taskId }: { readonly taskId: string }) => taskId.startsWith(`${lane}-`);
  const { journal, calls, audit, final } = history;
  const attempts = new Set(journal.filter(isOfLane).map(({ attemptId }) => attemptId));
  const processes = final.processes.filter(({ attemptId }) => attempts.has(attemptId ?? ''));
  return {
    ...history,
    journal: journal.filter(isOfLane),
    calls: calls.filter(isOfLane),
    audit: audit.filter(isOfLane),
    final: { tasks: final.tasks.filter(isOfLane), taskIds: final.taskIds, processes },
  };
}

function rulesOf(history: History): readonly string[] {
  return checkHistory(history).map(({ rule }) => rule);
}
