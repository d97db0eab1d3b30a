/** The statements that store units, each made once: their text depends on the names of the tables, and on how many rows there are. */

import type { Unit } from '../domain/unit.ts';
import { type LoneUnitStatement, loneUnitStatement } from './lone-unit-statement.ts';
import type { TableNames } from './table-names.ts';
import { unitStatement } from './unit-statement.ts';

export interface UnitTexts {
  /** For any number of units. */
  readonly many: string;
  /** For this one by itself: a unit of few rows, of which there are few kinds. */
  lone(unit: Unit): LoneUnitStatement;
}

export function openUnitTexts(names: TableNames): UnitTexts {
  const known = new Map<string, LoneUnitStatement>();
  return {
    many: unitStatement(names),
    lone({ steps, task }) {
      const key = `${steps.length} ${task !== null}`;
      const statement = known.get(key) ?? loneUnitStatement(names, { steps: steps.length, hasTask: task !== null });
      known.set(key, statement);
      return statement;
    },
  };
}
