/** The locks behind the claims: session advisory locks of PostgreSQL on a hash of the task's id. */

import { setTimeout as pause } from 'node:timers/promises';

import type { Run } from '../database.ts';
import type { Backend, Statement } from './claim-session.ts';

/** The key of a task by its id, behind the space of its tables; written out so that people can ask for it in psql. */
function keyOf(space: string, taskId: string): string {
  return `hashtextextended('tms_init_task:${space.replaceAll("'", "''")}' || ${taskId}, 0)`;
}

/** The ids of those that are held now. Never ask for one that is held already: locks of one session stack. */
export async function takeLocks(run: Run, space: string, taskIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { sql, parameters } = lockStatement(space, taskIds);
  return locksTaken(await run<LockAnswer>(sql, parameters));
}

export interface LockAnswer {
  readonly taskId: string;
  readonly taken: boolean;
}

export function lockStatement(space: string, taskIds: readonly string[]): Statement {
  return {
    sql: `select task_id as "taskId", pg_try_advisory_lock(${keyOf(space, 'task_id')}) as taken from unnest($1::text[]) as asked (task_id)`,
    parameters: [taskIds],
  };
}

export function locksTaken(rows: readonly LockAnswer[]): ReadonlySet<string> {
  return new Set(rows.filter(({ taken }) => taken).map(({ taskId }) => taskId));
}

export async function freeLock(run: Run, space: string, taskId: string): Promise<void> {
  await run(`select pg_advisory_unlock(${keyOf(space, '$1::text')})`, [taskId]);
}

/** The application name of the session that holds each task; a task that nobody holds is missing. */
export async function findHolders(
  run: Run,
  space: string,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await run<{ taskId: string; holder: string }>(
    `select task_id as "taskId", coalesce(application_name, '') as holder
     from (select task_id, ${keyOf(space, 'task_id')} as key from unnest($1::text[]) as asked (task_id)) as asked
       join pg_locks l on l.locktype = 'advisory' and l.objsubid = 1 and l.granted
         and l.classid = ((key >> 32) & 4294967295)::oid and l.objid = (key & 4294967295)::oid
         and l.database = (select oid from pg_database where datname = current_database())
       left join pg_stat_activity using (pid)`,
    [taskIds],
  );
  return new Map(rows.map(({ taskId, holder }) => [taskId, holder]));
}

/**
 * For statements about many tasks, a part of a `with`: the table `held` of all claims of all instances. The locks are read
 * once a statement, however many tasks it looks at.
 */
export const HELD_TABLE = `held as materialized (
  select (l.classid::bigint << 32) | l.objid::bigint as key, max(coalesce(a.application_name, '')) as holder
  from pg_locks l left join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
    and l.database = (select oid from pg_database where datname = current_database())
  group by 1
)`;

/** A condition on a task id, which is text. */
export function isHeld(space: string, taskId: string): string {
  return `${keyOf(space, taskId)} in (select key from held)`;
}

/** The application name of the session that holds a task; null where none does. */
export function holderOf(space: string, taskId: string): string {
  return `(select holder from held where key = ${keyOf(space, taskId)})`;
}

const END_LIMIT_MS = 1000;

/**
 * Ends a session that we have lost but the server may still have, with our locks: they would look like somebody else's.
 * False where it does not go.
 */
export async function endBackend(run: Run, { pid, startedAt }: Backend): Promise<boolean> {
  const deadline = performance.now() + END_LIMIT_MS;
  for (;;) {
    const there = await run(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start::text = $2',
      [pid, startedAt],
    );
    if (there.length === 0) return true;
    if (performance.now() > deadline) return false;
    await pause(10);
  }
}
