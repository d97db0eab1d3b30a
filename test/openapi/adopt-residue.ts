/** What an instance leaves that dies in the middle of a run. */

import type { RealRooms } from '../support/real-rooms.ts';

export async function adoptResidue(rooms: RealRooms, taskId: string): Promise<void> {
  await rooms.query(`insert into tms_init_task (task_id, task_name, status) values ($1, $1, 'RUNNING')`, [taskId]);
  await rooms.query(
    `insert into tms_init_task_step (task_id, step_no, step_name, script, status) values ($1, 1, 'x', 'true', 'RUNNING')`,
    [taskId],
  );
}
