/** Stores units of writing: each as a whole or not at all, with a verdict for each. */

import type { Unit, Verdict } from '../domain/unit.ts';
import type { Connected } from './database.ts';
import { loneUnitStatement } from './lone-unit-statement.ts';
import { unitParameters, unitStatement } from './unit-statement.ts';

/** Beyond this many rows the statement for many units is the simpler one to plan. */
const FEW_ROWS = 3;

/** Throws where it cannot be told what happened; the unit is then sent again, unchanged. */
export async function storeUnit(connected: Connected, unit: Unit): Promise<Verdict> {
  const rows = countRows(unit);
  if (rows > 0 && rows <= FEW_ROWS && (await storeLoneUnit(connected, unit))) return 'stored';
  return verdictOf(await storeTogether(connected, [unit]), unit);
}

/** The verdicts in the order of the units. Units of one task go one after the other, all others in one statement. */
export async function storeUnits(connected: Connected, units: readonly Unit[]): Promise<Verdict[]> {
  const verdicts: Verdicts = new Map();
  for (const round of roundsOf(units)) {
    for (const [unit, verdict] of await storeTogether(connected, round)) verdicts.set(unit, verdict);
  }
  return units.map((unit) => verdictOf(verdicts, unit));
}

type Verdicts = Map<Unit, Verdict>;

/** One statement would lose one of two updates of one row, so a task occurs once in each round. */
function roundsOf(units: readonly Unit[]): Unit[][] {
  const rounds: Unit[][] = [];
  const occurrences = new Map<string, number>();
  for (const unit of units) {
    const before = occurrences.get(unit.taskId) ?? 0;
    (rounds[before] ??= []).push(unit);
    occurrences.set(unit.taskId, before + 1);
  }
  return rounds;
}

async function storeLoneUnit(connected: Connected, unit: Unit): Promise<boolean> {
  const { sql, parameters } = loneUnitStatement(connected, unit);
  const [answer] = await connected.run<{ rows: number }>(sql, parameters);
  return answer?.rows === countRows(unit);
}

async function storeTogether({ run, names, clean }: Connected, units: readonly Unit[]): Promise<Verdicts> {
  const parameters = unitParameters(units, clean);
  const answers = await run<{ unit: number; verdict: Verdict }>(unitStatement(names), parameters);
  const verdicts: Verdicts = new Map();
  for (const { unit: n, verdict } of answers) {
    const unit = units[n];
    if (unit) verdicts.set(unit, verdict);
  }
  return verdicts;
}

function verdictOf(verdicts: Verdicts, unit: Unit): Verdict {
  // A unit without rows gets no answer: there was nothing to store.
  if (countRows(unit) === 0) return 'stored';
  const verdict = verdicts.get(unit);
  if (!verdict) throw new Error('the database gave no verdict on a unit');
  return verdict;
}

function countRows({ steps, task }: Unit): number {
  return steps.length + (task ? 1 : 0);
}
