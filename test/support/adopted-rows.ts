/** Rows as other programs may have left them, in tables with fewer constraints than those the service creates. */

import type { TestDatabase } from './postgres.ts';

export interface AdoptedTask {
  readonly taskId: string;
  readonly status: string | null;
  readonly steps: readonly AdoptedStep[];
}

/** What is left out is as in a step that was never started. */
export interface AdoptedStep {
  readonly stepNo: number;
  readonly status?: string | null;
  readonly script?: string | null;
  readonly message?: string | null;
  readonly logPath?: string | null;
  readonly exitCode?: number | null;
}

type Asked = Pick<TestDatabase, 'query'>;

/** Takes away what keeps odd rows out: foreign and unique keys, NOT NULL, the length of log_path. */
export async function loosenTables({ query }: Asked): Promise<void> {
  await query(`alter table tms_init_task_step
    drop constraint tms_init_task_step_task_id_fkey, drop constraint tms_init_task_step_task_id_step_no_key,
    alter script drop not null, alter status drop not null, alter log_path type text;
    alter table tms_init_task alter status drop not null`);
}

/** All by one statement, each row in its place. */
export async function adoptTasks({ query }: Asked, ...tasks: readonly AdoptedTask[]): Promise<void> {
  const steps = tasks.flatMap(({ taskId, steps: ofTask }) => ofTask.map((step) => rowOf(taskId, step)));
  const adoptedTasks = tasks.map(({ taskId, status }) => ({ task_id: taskId, task_name: taskId, status }));
  await query(
    `with tasks as (
       insert into tms_init_task (task_id, task_name, status)
       select task_id, task_name, status
       from json_to_recordset($1) as given (task_id text, task_name text, status text))
     insert into tms_init_task_step (task_id, step_no, step_name, script, status, message, log_path, exit_code)
     select task_id, step_no, 'a step', script, status, message, log_path, exit_code
     from json_to_recordset($2) as given
       (task_id text, step_no int, script text, status text, message text, log_path text, exit_code int)`,
    [JSON.stringify(adoptedTasks), JSON.stringify(steps)],
  );
}

function rowOf(taskId: string, step: AdoptedStep) {
  const { stepNo, status = 'PENDING', script = 'true', message = null, logPath = null, exitCode = null } = step;
  return { task_id: taskId, step_no: stepNo, script, status, message, log_path: logPath, exit_code: exitCode };
}
