/** Takes the lock of a task and reads it, in this order and by one round trip. */

import type { StoredRows } from '../../domain/rows.ts';
import { canHold } from '../column-type.ts';
import type { Database } from '../database.ts';
import { fewRows, fewRowsStatement, type Row } from '../read-task.ts';
import { type LockAnswer, locksTaken, lockStatement, takeLocks } from './claim-locks.ts';
import type { ClaimSession } from './claim-session.ts';

export interface Taken {
  readonly taken: boolean;
  /** Undefined where the task is to be read by itself. */
  readonly rows: StoredRows | null | undefined;
}

/** The second statement sees what was committed before the lock was had: whoever had the task last, all of it. */
export async function takeAndRead(session: ClaimSession, { names }: Database, taskId: string): Promise<Taken> {
  const { space, task } = names;
  if (!canHold(task.types.taskId, taskId)) {
    return { taken: (await takeLocks(session.run, space, [taskId])).has(taskId), rows: null };
  }
  const read = { sql: fewRowsStatement(names), parameters: [taskId] };
  const [locks, rows] = await session.runBoth<LockAnswer, Row>(lockStatement(space, [taskId]), read);
  return { taken: locksTaken(locks).has(taskId), rows: rows === null ? undefined : fewRows(rows) };
}
