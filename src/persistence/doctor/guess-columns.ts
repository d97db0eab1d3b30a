/** Which columns of a table are meant by ours: the most alike first, each for one of ours. */

import type { ColumnKind } from '../column-type.ts';
import type { CatalogColumn, CatalogTable } from './catalog.ts';
import { LEAST_LIKENESS, likeness } from './similar-names.ts';

export interface Guess<Column extends string> {
  /** Of columns that something speaks for. */
  readonly columns: ReadonlyMap<Column, string>;
  /** How much speaks for it altogether. */
  readonly score: number;
}

type Needs<Column extends string> = Readonly<Record<Column, { readonly kinds: readonly ColumnKind[] }>>;

/** @param given columns that are known already. */
export function guessColumns<Column extends Parameters<typeof likeness>[0]>(
  table: CatalogTable,
  needs: Needs<Column>,
  given: ReadonlyMap<Column, string>,
): Guess<Column> {
  const columns = new Map(given);
  const taken = new Set(given.values());
  let score = given.size;
  for (const { column, name, alike } of pairsOf(table, needs)) {
    if (columns.has(column) || taken.has(name)) continue;
    columns.set(column, name);
    taken.add(name);
    score += alike;
  }
  return { columns, score };
}

function pairsOf<Column extends Parameters<typeof likeness>[0]>({ columns }: CatalogTable, needs: Needs<Column>) {
  const ours = Object.keys(needs) as Column[];
  return ours
    .flatMap((column) => columns.map((found) => ({ column, name: found.name, alike: alikeness(column, found, needs) })))
    .filter(({ alike }) => alike >= LEAST_LIKENESS)
    .toSorted((one, other) => other.alike - one.alike);
}

/** An id is different in every row; nothing else need be. */
function alikeness<Column extends Parameters<typeof likeness>[0]>(
  column: Column,
  { name, kind, isUnique }: CatalogColumn,
  needs: Needs<Column>,
): number {
  // A status that is spelled by numbers is still the one that is meant: the check says what is amiss with it.
  if (column !== 'status' && !needs[column].kinds.includes(kind)) return 0;
  if (column === 'id' && !isUnique) return 0;
  return likeness(column, name);
}
