/** Looks at a database as a start would, and further: what is there, what is missing, and which tables may be meant. It changes nothing. */

import type { MikroORM } from '@mikro-orm/postgresql';

import type { TableMapping } from '../../config/mapping/table-mapping.ts';
import type { Logger } from '../../logger.ts';
import { faultsOfTables, findTables, type FoundTables, typed } from '../check-tables.ts';
import { closeOrm } from '../close-orm.ts';
import { createOrm } from '../connection-options.ts';
import { type ConnectionTarget, describeTarget } from '../connection-target.ts';
import { runStatement } from '../database.ts';
import type { FoundTable } from '../found-table.ts';
import { plainName } from '../plain-name.ts';
import { REFERENCE_NAMES } from '../reference-names.ts';
import { faultsOfStatuses } from '../status-spellings.ts';
import { type AnyTable, tableNames, type TableNames } from '../table-names.ts';
import { readCatalog } from './catalog.ts';
import { type GuessedMapping, guessMapping } from './guess-mapping.ts';
import { missingIndexes, type WantedIndex } from './wanted-indexes.ts';

export interface Findings {
  /** In words, without the password. */
  readonly database: string;
  readonly server: string;
  readonly isMapped: boolean;
  readonly tables: readonly TableFindings[];
  /** What keeps the service from starting: each a sentence without its stop. */
  readonly faults: readonly string[];
  readonly indexes: readonly WantedIndex[];
  /** What is good to know. */
  readonly remarks: readonly string[];
  /** A mapping to start from, where tables or columns are missing. */
  readonly guess: GuessedMapping | null;
}

export interface TableFindings {
  /** What it is called where the service creates it. */
  readonly reference: string;
  readonly table: string;
  readonly exists: boolean;
  /** About so many; null: not known. */
  readonly rows: number | null;
  readonly columns: readonly ColumnFindings[];
}

export interface ColumnFindings {
  readonly reference: string;
  /** null: mapped to none. */
  readonly column: string | null;
  /** null: not there. */
  readonly type: string | null;
}

/** The database does not answer, or lets this user in no further than its door. */
export class UnreachableDatabaseError extends Error {
  override readonly name = 'UnreachableDatabaseError';
}

const NAME_MISSING = /^(table|column) .* is missing$/;

/** Throws an UnreachableDatabaseError. */
export async function examineDatabase(
  target: ConnectionTarget,
  mapping: TableMapping | null,
  logger: Logger,
): Promise<Findings> {
  const opened = createOrm(target, logger, mapping);
  const { orm } = opened;
  try {
    const server = await serverOf(orm, describeTarget(target));
    const names = tableNames(orm, mapping);
    const found = await findTables(orm, names);
    const faults = faultsOfTables(names, found);
    const types = typed(names, found);
    return {
      database: describeTarget(target),
      server,
      isMapped: names.isMapped,
      tables: [
        describeTable('tms_init_task', names.task, found.task, REFERENCE_NAMES.task),
        describeTable('tms_init_task_step', names.step, found.step, REFERENCE_NAMES.step),
      ],
      faults: faults.length > 0 ? faults : await faultsOfStatuses(orm, types),
      indexes: missingIndexes(types, found),
      remarks: remarksOn(types, found),
      guess: faults.some((fault) => NAME_MISSING.test(fault)) ? guessMapping(await readCatalog(orm.em)) : null,
    };
  } finally {
    await closeOrm(opened);
  }
}

async function serverOf(orm: MikroORM, database: string): Promise<string> {
  try {
    const [row] = await runStatement<{ server: string }>(
      orm.em,
      `select 'PostgreSQL ' || current_setting('server_version') || ', as ' || current_user || ', time zone ' ||
         (select setting from pg_settings where name = 'TimeZone') as server`,
    );
    return row?.server ?? '';
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw new UnreachableDatabaseError(`${database} cannot be reached: ${reason.replace(/\.$/, '')}.`, {
      cause: error,
    });
  }
}

function describeTable<Column extends string>(
  reference: string,
  { table, columns }: AnyTable<Column>,
  found: FoundTable,
  references: Readonly<Record<Column, string>>,
): TableFindings {
  const described = (Object.keys(references) as Column[]).map((column) => {
    const name = columns[column] === null ? null : plainName(columns[column]);
    const type = name === null ? null : (found.columns.get(name)?.typeName ?? null);
    return { reference: references[column], column: name, type };
  });
  const rows = found.exists && found.rows >= 0 ? found.rows : null;
  return { reference, table: plainName(table), exists: found.exists, rows, columns: described };
}

function remarksOn({ task, step, isMapped }: TableNames, found: FoundTables): string[] {
  const needy = [...needyColumns(task, found.task), ...needyColumns(step, found.step)];
  const isLocal = [task, step].some(({ types }) => Object.values(types).some(({ kind }) => kind === 'local-time'));
  const zone = `their times are taken for ${task.timeZone}`;
  return [
    ...(needy.length > 0
      ? [
          `tasks can be executed, but not created by POST /tasks: ${needy.join(', ')} must have a value that the service does not know`,
        ]
      : []),
    ...(isLocal
      ? [`there are columns of times without a time zone; ${zone}${isMapped ? '' : ''} ("timestamps" of the mapping)`]
      : []),
  ];
}

/** Columns that an insertion has to give and the service does not know. */
function needyColumns<Column extends string>({ table, columns }: AnyTable<Column>, found: FoundTable): string[] {
  const known = new Set(
    Object.entries<string | null>(columns).flatMap(([column, name]) =>
      name === null || column === 'id' ? [] : [plainName(name)],
    ),
  );
  return [...found.columns].flatMap(([name, { isNullable, hasDefault, isComputed }]) =>
    isNullable || hasDefault || isComputed || known.has(name) ? [] : [`${plainName(table)}.${name}`],
  );
}
