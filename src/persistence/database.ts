/** An opened database as the verbs of this room use it. */

import type { MikroORM, SqlEntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';

import type { CleanMessage } from './clean-message.ts';
import type { TableNames } from './table-names.ts';
import type { UnitTexts } from './unit-texts.ts';

export interface Database extends Connected {
  readonly orm: MikroORM;
}

/** The two tables over one way to reach them: the pool, or a certain connection. */
export interface Connected {
  readonly run: Run;
  readonly names: TableNames;
  readonly unitTexts: UnitTexts;
  readonly clean: CleanMessage;
}

/** Runs one statement with real parameters. */
export type Run = <Row>(sql: string, parameters: readonly unknown[]) => Promise<Row[]>;

/** Over any connection of the pool. */
export function overPool(orm: MikroORM): Run {
  return (sql, parameters) => runStatement(orm.em, sql, parameters);
}

/**
 * Runs one statement with real parameters, in the transaction of `em` where it has one. MikroORM's own execute writes
 * values into the text.
 */
export async function runStatement<Row>(
  em: SqlEntityManager,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  const client: Kysely<unknown> = em.getTransactionContext() ?? em.getConnection().getClient();
  const { rows } = await client.executeQuery(CompiledQuery.raw(sql, [...parameters]));
  return rows as Row[];
}
