/** The database of a round: what the service is told, what can happen to it, and what it holds in the end. */

import { Client } from 'pg';

import { readAudit } from './audit.ts';
import type { AuditEntry, FinalStep, FinalTask } from './history.ts';
import type { NemesisFault } from './schedule.ts';

export type DatabaseKind = 'postgresql' | 'embedded';

export interface ChaosDatabase {
  /** What every service of the round is told. */
  readonly settings: Readonly<Record<string, string>>;
  /** Does what the fault says and, where it passes, undoes it. Rejects where this database knows no such fault. */
  strike(fault: NemesisFault): Promise<void>;
  /** How many statements were lost on their way, or their answers. */
  lostStatements(): number;
  /** To be called once no service uses it any more. */
  collect(): Promise<Collected>;
  close(): Promise<void>;
}

/** Opens databases of one kind, one for each round. */
export interface ChaosDatabases {
  open(folder: string): Promise<ChaosDatabase>;
  close(): Promise<void>;
}

export interface Collected {
  readonly audit: readonly AuditEntry[];
  readonly tasks: readonly StoredTask[];
}

type StoredTask = Pick<FinalTask, 'taskId' | 'status' | 'message' | 'steps'>;

export async function collect(connection: ConstructorParameters<typeof Client>[0]): Promise<Collected> {
  const client = new Client(connection);
  await client.connect();
  try {
    return { audit: await readAudit(client), tasks: await readTasks(client) };
  } finally {
    await client.end();
  }
}

async function readTasks(client: Client): Promise<readonly StoredTask[]> {
  const tasks = await client.query('select task_id as "taskId", status, message from tms_init_task order by id');
  const steps = await client.query(
    `select task_id as "taskId", step_no as "stepNo", status, exit_code as "exitCode", message, log_path as "logPath"
     from tms_init_task_step order by step_no`,
  );
  const byTask = Map.groupBy(steps.rows as readonly StoredStep[], ({ taskId }) => taskId);
  return tasks.rows.map((task: Omit<StoredTask, 'steps'>) => withSteps(task, byTask.get(task.taskId) ?? []));
}

interface StoredStep extends FinalStep {
  readonly taskId: string;
}

function withSteps(task: Omit<StoredTask, 'steps'>, steps: readonly FinalStep[]): StoredTask {
  return { ...task, steps };
}
