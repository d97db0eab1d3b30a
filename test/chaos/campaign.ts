/** Many rounds, each checked; what was found and what was put to the test. */

import { rm } from 'node:fs/promises';

import type { ChaosDatabases, DatabaseKind } from './chaos-database.ts';
import { checkHistory } from './check.ts';
import { addCoverage, type Coverage, coverageOf, missingCoverage, noCoverage } from './coverage.ts';
import { openEmbeddedDatabases } from './embedded-databases.ts';
import { readHistory } from './history.ts';
import { openPostgresDatabases } from './postgres-databases.ts';
import { type Round, type RoundOptions, runRound } from './round.ts';
import type { Violation } from './violation.ts';

export interface CampaignOptions {
  readonly rounds: number;
  /** Of the first round; each further one has the next. */
  readonly seed: number;
  readonly database: DatabaseKind;
  readonly instances: number;
  /** Handed over; instead of some that are opened for it. */
  readonly databases?: ChaosDatabases;
  readonly report: (line: string) => void;
  /** Aborts where the present round is to be the last one. */
  readonly stopping?: AbortSignal;
}

export interface Campaign {
  /** How many there were. */
  readonly rounds: number;
  readonly failures: readonly RoundFailure[];
  readonly coverage: Coverage;
  readonly missing: readonly string[];
}

export interface RoundFailure {
  readonly seed: number;
  readonly violations: readonly Violation[];
  /** What broke the round itself; null where it came to its end. */
  readonly error: unknown;
}

export async function runCampaign(options: CampaignOptions): Promise<Campaign> {
  const databases = options.databases ?? (await openDatabases(options.database));
  const failures: RoundFailure[] = [];
  let rounds = 0;
  let coverage = noCoverage();
  try {
    for (; rounds < options.rounds && !options.stopping?.aborted; rounds += 1) {
      const seed = options.seed + rounds;
      const result = await runChecked(
        { ...options, kind: options.database, databases, seed, round: rounds },
        options.report,
      );
      if ('coverage' in result) coverage = addCoverage(coverage, result.coverage);
      if ('failure' in result) failures.push(result.failure);
    }
  } finally {
    await databases.close();
  }
  return { rounds, failures, coverage, missing: missingCoverage(coverage, rounds) };
}

function openDatabases(kind: DatabaseKind): Promise<ChaosDatabases> {
  return kind === 'embedded' ? openEmbeddedDatabases() : openPostgresDatabases();
}

type Checked = { readonly coverage: Coverage } | { readonly failure: RoundFailure };

async function runChecked(options: RoundOptions, report: CampaignOptions['report']): Promise<Checked> {
  const { seed } = options;
  const begun = performance.now();
  const took = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
  try {
    const round = await runRound(options);
    const history = readHistory(round.folder);
    const violations = checkHistory(history);
    const coverage = coverageOf(history, round.lostStatements);
    if (violations.length > 0) return { coverage, failure: tell(round, violations, { seed, report }) };
    await rm(round.folder, { recursive: true });
    report(`seed ${seed}: ok, ${took()}, ${history.final.tasks.length} tasks; ${describeSchedule(round)}`);
    return { coverage };
  } catch (error) {
    report(`seed ${seed}: BROKEN after ${took()}: ${error instanceof Error ? error.stack : String(error)}`);
    return { failure: { seed, violations: [], error } };
  }
}

interface Telling {
  readonly seed: number;
  readonly report: CampaignOptions['report'];
}

function tell(round: Round, violations: readonly Violation[], { seed, report }: Telling): RoundFailure {
  report(`seed ${seed}: ${violations.length} VIOLATIONS; ${describeSchedule(round)}`);
  for (const { rule, taskId, at, text } of violations.slice(0, 5)) {
    report(`  ${rule} ${taskId ?? ''} ${at === null ? '' : new Date(at).toISOString()}: ${text}`);
  }
  report(`  kept in ${round.folder}`);
  return { seed, violations, error: null };
}

function describeSchedule({ schedule }: Round): string {
  return schedule
    .map((fault) => (fault.kind === 'failpoint' ? `${fault.point}:${fault.hit}=${fault.action}` : fault.kind))
    .join(' ');
}
