/** Reads which tasks the tables call interrupted or running, in pages of bounded cost, however many tasks there are. */

import { type Database, runStatement } from './database.ts';
import type { ResiduePage } from './persistence.ts';
import type { TableNames } from './table-names.ts';

/** How many rows a page looks at. */
export interface ResidueLimits {
  readonly tasks: number;
  readonly steps: number;
}

const LIMITS: ResidueLimits = { tasks: 500, steps: 10_000 };

const FIRST_TASK = 'task:0';
const FIRST_STEP = 'step:0';

/** First the tasks that are RUNNING, then those of which only a step is: no index finds them, so all steps are passed. */
export async function listResidue(
  database: Database,
  after: string | null,
  limits: ResidueLimits = LIMITS,
): Promise<ResiduePage> {
  const [kind, id = ''] = (after ?? FIRST_TASK).split(':');
  return kind === 'task' ? runningTasks(database, id, limits.tasks) : tasksOfSteps(database, id, limits.steps);
}

async function runningTasks({ orm, names }: Database, afterId: string, limit: number): Promise<ResiduePage> {
  const { table, columns: t } = names.task;
  const sql = `
select ${t.id}::text as "position", ${t.taskId} as "taskId" from ${table}
where ${t.status} = 'RUNNING' and ${t.id} > $1 order by ${t.id} limit $2`;
  const rows = await runStatement<{ position: string; taskId: string }>(orm.em, sql, [afterId, limit]);
  const last = rows.length < limit ? undefined : rows.at(-1);
  return { taskIds: rows.map(({ taskId }) => taskId), next: last ? `task:${last.position}` : FIRST_STEP };
}

async function tasksOfSteps({ orm, names }: Database, afterId: string, limit: number): Promise<ResiduePage> {
  const [row] = await runStatement<StepsRow>(orm.em, stepsStatement(names), [afterId, limit]);
  return { taskIds: row?.taskIds ?? [], next: row && row.passed === limit ? `step:${row.last}` : null };
}

interface StepsRow {
  readonly passed: number;
  readonly last: string | null;
  readonly taskIds: readonly string[];
}

/** A task is told with the first of its RUNNING steps. */
function stepsStatement({
  task: { table: tasks, columns: t },
  step: { table: steps, columns: s },
}: TableNames): string {
  return `
with page as (
  select ${s.id} as id, ${s.taskId} as task_id, ${s.status} as status from ${steps}
  where ${s.id} > $1 order by ${s.id} limit $2
)
select count(*)::int as "passed", max(id)::text as "last", to_json(array(
  select p.task_id from page p join ${tasks} t on t.${t.taskId} = p.task_id
  where p.status = 'RUNNING' and t.${t.status} is distinct from 'RUNNING' and not exists (
    select from ${steps} e where e.${s.taskId} = p.task_id and e.${s.status} = 'RUNNING' and e.${s.id} < p.id
  )
  order by p.id
)) as "taskIds"
from page`;
}
