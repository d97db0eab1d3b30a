import { expect } from 'chai';
import { rm } from 'node:fs/promises';
import process from 'node:process';

import { openDatabases } from '../campaign.ts';
import type { ChaosDatabases } from '../chaos-database.ts';
import { checkHistory } from '../check.ts';
import { readHistory } from '../history.ts';
import { runRound } from '../round.ts';
import { type Fault, NOTHING, scriptLine } from '../schedule.ts';
import { type MutantName, MUTANTS } from './mutants.ts';

const PROGRAM = new URL('mutant-service.ts', import.meta.url).pathname;

const QUIET: Fault = { kind: NOTHING, instance: 0, afterMs: 0, lastsMs: 100 };

/** With all that runs, so that residue and its processes are left. */
const CRASH: Fault = { kind: 'kill-service-and-launcher', instance: 0, afterMs: 30, lastsMs: 0 };

interface Planted {
  readonly schedule: readonly Fault[];
  /** The rules by which it must be found. */
  readonly rules: readonly string[];
  /** What the first step of each task does, where that matters. */
  readonly first?: string;
}

/** So long that the crash comes in the middle of it. */
const LONG = scriptLine(700, 'plain');
const SHORT = scriptLine(10, 'plain');
const OTHERS = [scriptLine(100, 'fails'), scriptLine(10, 'plain'), scriptLine(10, 'plain'), scriptLine(10, 'plain')];

/** Some of them never come to a SUCCESS. */
const ROUND = {
  seed: 5,
  round: 0,
  kind: 'postgresql',
  instances: 1,
  lanes: 1,
  recoveryMs: 10_000,
} as const;

const PLANTED: Readonly<Record<MutantName, Planted>> = {
  'runs what is SUCCESS again': { schedule: [QUIET], rules: ['I2', 'I4'] },
  'runs the steps in the reverse order': { schedule: [QUIET], rules: ['I5'] },
  'ignores residue': { schedule: [CRASH], rules: ['I6', 'I10'], first: LONG },
  'goes on after a failure': { schedule: [QUIET], rules: ['I8', 'I10'] },
  'has one log for all, emptied at each start': { schedule: [QUIET], rules: ['I7'] },
  'has no registry of runs': { schedule: [QUIET], rules: ['I12'] },
};

describe('the checker of histories finds a service that', function () {
  this.timeout(120_000);

  let databases: ChaosDatabases;

  before(async () => {
    databases = await openDatabases('postgresql');
  });

  after(() => databases.close());

  for (const [name, { schedule, rules, first = SHORT }] of Object.entries(PLANTED)) {
    it(name, async () => {
      const command = [process.execPath, PROGRAM, name] as const;
      const round = await runRound({ ...ROUND, databases, command, schedule, scripts: [first, ...OTHERS] });
      const violations = checkHistory(readHistory(round.folder));
      await rm(round.folder, { recursive: true });
      expect(violations.map(({ rule }) => rule)).to.include.members([...rules]);
    });
  }
});

describe('MUTANTS', () => {
  it('are all planted', () => {
    expect(Object.keys(PLANTED)).to.have.members(Object.keys(MUTANTS));
  });
});
