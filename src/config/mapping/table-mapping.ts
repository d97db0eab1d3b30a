/** The file of TABLE_MAPPING: what the two tables and their columns are called in a database that has others. */

import { z } from 'zod';

import { readRegularFile } from '../../platform/read-regular-file.ts';
import { ConfigError } from '../config-error.ts';
import { LocatedError, type LocatedJson, parseLocated } from './located-json.ts';
import {
  OPTIONAL_STEP_COLUMNS,
  OPTIONAL_TASK_COLUMNS,
  STEP_COLUMNS,
  STEP_TABLE,
  type StepReference,
  TASK_COLUMNS,
  TASK_TABLE,
  type TaskReference,
} from './reference-columns.ts';
import { timestampsSchema } from './timestamps.ts';

export interface TableMapping {
  /** Of times in columns without a time zone, such as `UTC` or `Asia/Shanghai`. */
  readonly timeZone: string;
  readonly task: MappedTable<TaskReference>;
  readonly step: MappedTable<StepReference>;
}

/** Names as the catalog of the database has them, without quotes. */
export interface MappedTable<Column extends string> {
  /** null: found by the search path. */
  readonly schema: string | null;
  readonly table: string;
  /** null: there is no such column. */
  readonly columns: Readonly<Record<Column, string | null>>;
}

/** Throws a ConfigError of one line that names the file, the line and the column. */
export function readTableMapping(path: string): TableMapping {
  try {
    // Some editors begin a file with a byte order mark.
    return parseMapping(parseLocated(readRegularFile(path).text.replace(/^\uFEFF/, '')));
  } catch (error) {
    throw new ConfigError(describe(path, error), { cause: error });
  }
}

function describe(path: string, error: unknown): string {
  if (error instanceof LocatedError) return `TABLE_MAPPING ${path}:${error.place} ${error.message}.`;
  return `TABLE_MAPPING ${path} ${error instanceof Error ? error.message : String(error)}.`;
}

function parseMapping({ value, placeOf }: LocatedJson): TableMapping {
  const parsed = mappingSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue ? pathOf(issue) : [];
  const name = path.length === 0 ? 'the mapping' : path.join('.');
  throw new LocatedError(placeOf(path), `${name} ${issue?.message}`);
}

/** Of a member that is unknown, its own place, not that of the object it is in. */
function pathOf(issue: z.core.$ZodIssue): readonly PropertyKey[] {
  return issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
}

/** PostgreSQL cuts longer names. */
const MOST_NAME_BYTES = 63;

const nameRule = 'must be a name of 1 to 63 bytes, as text';

const nameSchema = z
  .string(nameRule)
  .refine((name) => name !== '' && Buffer.byteLength(name) <= MOST_NAME_BYTES && !name.includes('\0'), nameRule);

const task = tableSchema(TASK_TABLE, TASK_COLUMNS, OPTIONAL_TASK_COLUMNS, [['id', 'task_id']]);
const step = tableSchema(STEP_TABLE, STEP_COLUMNS, OPTIONAL_STEP_COLUMNS, []);

const mappingSchema = z
  .strictObject(
    { timestamps: timestampsSchema, [TASK_TABLE]: task, [STEP_TABLE]: step },
    objectRule(['timestamps', TASK_TABLE, STEP_TABLE]),
  )
  .superRefine((mapping, context) => {
    const [one, other] = [mapping[TASK_TABLE], mapping[STEP_TABLE]];
    if (one.table !== other.table || one.schema !== other.schema) return;
    context.addIssue({ code: 'custom', path: [STEP_TABLE], message: `must not be the table of ${TASK_TABLE}` });
  })
  .transform((mapping) => ({
    timeZone: mapping.timestamps,
    task: mapping[TASK_TABLE],
    step: mapping[STEP_TABLE],
  }));

/** @param twins columns that may be one and the same. */
function tableSchema<Column extends string>(
  reference: string,
  columns: readonly Column[],
  optional: readonly string[],
  twins: readonly (readonly [string, string])[],
) {
  const schemas = columns.map((column) => [column, columnSchema(column, optional.includes(column))] as const);
  return z
    .strictObject(
      {
        schema: nameSchema.nullable().default(null),
        table: nameSchema.default(reference),
        columns: z.strictObject(Object.fromEntries(schemas), objectRule(columns)).prefault({}),
      },
      objectRule(['schema', 'table', 'columns']),
    )
    .prefault({})
    .superRefine(({ columns: mapped }, context) => {
      const twice = findTwice(mapped, twins);
      if (twice) context.addIssue({ code: 'custom', path: ['columns', twice.column], message: twice.fault });
    })
    .transform(({ schema, table, columns: mapped }) => ({
      schema,
      table,
      columns: mapped as Record<Column, string | null>,
    }));
}

/** A column that is left out of the mapping has its own name. */
function columnSchema(column: string, isOptional: boolean): z.ZodType<string | null> {
  if (isOptional) return nameSchema.nullable().default(column);
  const cannotBeNull = 'must be a name: the service cannot do without this column';
  return z
    .unknown()
    .refine((value) => value !== null, cannotBeNull)
    .pipe(nameSchema)
    .default(column);
}

function findTwice(mapped: Readonly<Record<string, string | null>>, twins: readonly (readonly [string, string])[]) {
  const seen = new Map<string, string>();
  for (const [column, name] of Object.entries(mapped)) {
    const before = name === null ? undefined : seen.get(name);
    const isTwin = twins.some(([one, other]) => one === before && other === column);
    if (before !== undefined && !isTwin) return { column, fault: `must not be the column of ${before} too` };
    if (name !== null) seen.set(name, column);
  }
  return null;
}

function objectRule(members: readonly string[]) {
  return {
    error: (issue: z.core.$ZodRawIssue) =>
      issue.code === 'unrecognized_keys'
        ? `is unknown; there is ${members.join(', ')}`
        : `must be an object with any of ${members.join(', ')}`,
  };
}
