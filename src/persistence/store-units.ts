/** Stores units of writing: each as a whole or not at all, with a verdict for each. */

import { isSetBackUnit, type Unit, type Verdict } from '../domain/unit.ts';
import type { Connected } from './database.ts';
import { type LoneUnitStatement, loneUnitStatement } from './lone-unit-statement.ts';
import { setBackStatement } from './set-back-statement.ts';
import { unitParameters, unitStatement } from './unit-statement.ts';

/** Beyond this many rows the statement for many units is the simpler one to plan. */
const FEW_ROWS = 3;

/** Throws where it cannot be told what happened; the unit is then sent again, unchanged. */
export async function storeUnit(connected: Connected, unit: Unit): Promise<Verdict> {
  const statement = quickStatement(connected, unit);
  if (statement !== null && (await isStored(connected, statement, unit))) return 'stored';
  const [verdict] = await storeUnits(connected, [unit]);
  return verdict ?? noVerdict();
}

/**
 * Stores units of different tasks by one statement, which would lose one of two updates of one row. The verdicts are in
 * the order of the units. Throws where one of them cannot be stored, and where it cannot be told what happened.
 */
export async function storeUnits({ run, names, clean }: Connected, units: readonly Unit[]): Promise<Verdict[]> {
  const answers = await run<Answer>(unitStatement(names), unitParameters(units, clean));
  const verdicts = new Map(answers.map(({ unit, verdict }) => [unit, verdict]));
  // A unit without rows gets no answer: there was nothing to store.
  return units.map((unit, number) => (countRows(unit) === 0 ? 'stored' : (verdicts.get(number) ?? noVerdict())));
}

interface Answer {
  /** The place among the units. */
  readonly unit: number;
  readonly verdict: Verdict;
}

function quickStatement(connected: Connected, unit: Unit): LoneUnitStatement | null {
  if (isSetBackUnit(unit)) return setBackStatement(connected, unit);
  const rows = countRows(unit);
  return rows > 0 && rows <= FEW_ROWS ? loneUnitStatement(connected, unit) : null;
}

async function isStored(connected: Connected, { sql, parameters }: LoneUnitStatement, unit: Unit): Promise<boolean> {
  const [answer] = await connected.run<{ rows: number }>(sql, parameters);
  return answer?.rows === countRows(unit);
}

function countRows({ steps, task }: Unit): number {
  return steps.length + (task ? 1 : 0);
}

function noVerdict(): never {
  throw new Error('the database gave no verdict on a unit');
}
