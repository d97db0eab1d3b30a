/** Guesses which tables are meant, and writes a mapping to start from. */

import {
  OPTIONAL_STEP_COLUMNS,
  OPTIONAL_TASK_COLUMNS,
  STEP_TABLE,
  TASK_TABLE,
} from '../../config/mapping/reference-columns.ts';
import { STEP_NEEDS, TASK_NEEDS } from '../column-needs.ts';
import type { StepColumn, TaskColumn } from '../columns.ts';
import { REFERENCE_NAMES } from '../reference-names.ts';
import type { CatalogTable, Reference } from './catalog.ts';
import { guessColumns } from './guess-columns.ts';
import { wordsOf } from './similar-names.ts';

/** What goes into the file of TABLE_MAPPING. */
export interface MappingFile {
  readonly timestamps: 'utc';
  readonly tms_init_task: MappingPart;
  readonly tms_init_task_step: MappingPart;
}

export interface MappingPart {
  readonly schema: string;
  readonly table: string;
  readonly columns: Readonly<Record<string, string | null>>;
}

export interface GuessedMapping {
  readonly file: MappingFile;
  /** Columns that nothing speaks for, as `tms_init_task_step.log_path`: somebody has to name them. */
  readonly open: readonly string[];
}

interface Pair {
  readonly task: CatalogTable;
  readonly step: CatalogTable;
  readonly taskColumns: ReadonlyMap<TaskColumn, string>;
  readonly stepColumns: ReadonlyMap<StepColumn, string>;
  readonly score: number;
}

/** Null where no two tables look like tasks and their steps. */
export function guessMapping(catalog: readonly CatalogTable[]): GuessedMapping | null {
  const pairs = catalog.flatMap((step) => pairsOf(catalog, step));
  const [best] = pairs.toSorted((one, other) => other.score - one.score);
  return best === undefined ? null : mappingOf(best);
}

/** Without these a table has no steps. */
const OF_STEPS: readonly StepColumn[] = ['script', 'status', 'stepNo'];

function pairsOf(catalog: readonly CatalogTable[], step: CatalogTable): Pair[] {
  const alone = guessColumns(step, STEP_NEEDS, new Map());
  if (!OF_STEPS.every((column) => alone.columns.has(column))) return [];
  return catalog.flatMap((task) =>
    task === step ? [] : linksBetween(task, step).map((link) => pairOf(task, step, link)),
  );
}

/** How steps may name their task: by a foreign key, or by a column of the same name. */
interface Link {
  readonly column: string;
  readonly target: string;
  readonly score: number;
}

function linksBetween(task: CatalogTable, step: CatalogTable): Link[] {
  const isToTask = ({ schema, table }: Reference) => schema === task.schema && table === task.name;
  const keys = step.references.filter(isToTask).map(({ column, target }) => ({ column, target, score: 2 }));
  if (keys.length > 0) return keys;
  const isSame = ({ name, isUnique }: CatalogTable['columns'][number]) =>
    isUnique && step.columns.some((column) => column.name === name && !column.isUnique);
  return task.columns.filter(isSame).map(({ name }) => ({ column: name, target: name, score: 1 }));
}

function pairOf(task: CatalogTable, step: CatalogTable, { column, target, score }: Link): Pair {
  const ofTask = guessColumns(task, TASK_NEEDS, new Map<TaskColumn, string>([['taskId', target]]));
  const ofStep = guessColumns(step, STEP_NEEDS, new Map<StepColumn, string>([['taskId', column]]));
  const taskColumns = ofTask.columns.has('id') ? ofTask.columns : new Map([...ofTask.columns, ['id', target] as const]);
  const told = nameScore(task) + nameScore(step);
  return { task, step, taskColumns, stepColumns: ofStep.columns, score: ofTask.score + ofStep.score + score + told };
}

const TELLING = new Set(['init', 'task', 'step', 'job', 'run', 'setup', 'deploy', 'plan', 'item', 'part', 'script']);

function nameScore({ name }: CatalogTable): number {
  return wordsOf(name).filter((word) => TELLING.has(word)).length / 4;
}

function mappingOf({ task, step, taskColumns, stepColumns }: Pair): GuessedMapping {
  const ofTask = partOf(task, REFERENCE_NAMES.task, taskColumns, OPTIONAL_TASK_COLUMNS);
  const ofStep = partOf(step, REFERENCE_NAMES.step, stepColumns, OPTIONAL_STEP_COLUMNS);
  return {
    file: { timestamps: 'utc', [TASK_TABLE]: ofTask.part, [STEP_TABLE]: ofStep.part },
    open: [
      ...ofTask.open.map((name) => `${TASK_TABLE}.${name}`),
      ...ofStep.open.map((name) => `${STEP_TABLE}.${name}`),
    ],
  };
}

function partOf<Column extends string>(
  { schema, name: table }: CatalogTable,
  references: Readonly<Record<Column, string>>,
  columns: ReadonlyMap<Column, string>,
  optional: readonly string[],
): { readonly part: MappingPart; readonly open: readonly string[] } {
  const named = (Object.entries(references) as [Column, string][]).map(([column, reference]) => {
    const guessed = columns.get(column) ?? null;
    return { reference, name: guessed ?? (optional.includes(reference) ? null : reference), isOpen: guessed === null };
  });
  const open = named.filter(({ isOpen, name }) => isOpen && name !== null).map(({ reference }) => reference);
  return {
    part: { schema, table, columns: Object.fromEntries(named.map(({ reference, name }) => [reference, name])) },
    open,
  };
}
