/** What the HTTP room may ask of the registry of runs. */

import type { Refusal } from '../domain/refusal.ts';
import type { StoredRows } from '../domain/rows.ts';
import type { TaskSnapshot } from '../domain/snapshot.ts';
import type { RunFollower } from './progress/follow-runs.ts';
import type { Interventions } from './interventions/interventions.ts';
import type { Inspect } from './progress/inspect-runs.ts';
import type { RunTotals } from './run-counts.ts';

export interface Runs {
  /** Accepts a run, or tells of the one there is. Throws a Refusal. */
  execute(taskId: string, by: string, asked?: ExecuteWish): Promise<ExecuteAnswer>;
  /** Why an execute would now start nothing here, whatever the rows of the task say; null where nothing is in its way. */
  obstacle(taskId: string): Refusal | null;
  /** Whether an execute would now join a run that there is here, instead of starting one. */
  joins(taskId: string): boolean;
  /** Tells the run of a task to stop, or settles interrupted residue. Throws a Refusal. */
  cancel(taskId: string, by: string): Promise<TaskSnapshot>;
  /** What is done to tasks that do not run. */
  readonly interventions: Interventions;
  /** The live view of a task that runs here; undefined where it does not run here. */
  view(taskId: string): LiveView | undefined;
  /** The tasks that run here: those of which there is a view. */
  taskIds(): readonly string[];
  /** Tells how the runs of a task get on that run here, now and later. Returns how to leave. */
  follow(taskId: string, follower: RunFollower): () => void;
  /** The nodes of the chart in which the run of a task is, from the root inwards; undefined where it does not run here. */
  activeNodes(taskId: string): readonly string[] | undefined;
  /** Lets somebody look into the statecharts of a task's runs here, or of all runs. Returns how to leave. */
  inspect(taskId: string | null, inspect: Inspect): () => void;
  figures(): RunFigures;
  /** Whether new runs are accepted: false once the service shuts down. */
  readonly accepting: boolean;
}

export interface RunFigures extends RunTotals {
  /** Tasks that were interrupted when the service started; null until they are counted. */
  readonly residueFound: number | null;
  /** Runs that there are now. */
  readonly active: number;
  /** How many there may be at once. */
  readonly mostActive: number;
  /** Those of them that hold a transition which could not be stored yet. */
  readonly waiting: number;
}

/** What there is to say of an execute beside who asks for it. */
export interface ExecuteWish {
  /** Where it is to begin: this step and all later ones are run again, whatever is SUCCESS. */
  readonly fromStep?: number | undefined;
  /** Told by the first log line of the run. */
  readonly requestId?: string | undefined;
}

export interface ExecuteAnswer {
  /** `started` by this call; `running` already, here or elsewhere; `succeeded`: all steps are SUCCESS, nothing runs. */
  readonly state: 'started' | 'running' | 'succeeded';
  readonly snapshot: TaskSnapshot;
}

/** A task that runs here, as it was last stored. */
export interface LiveView {
  readonly rows: StoredRows;
  /** `instance:pid:random` of this service. */
  readonly owner: string;
  /** What the run waits for, in words; null where nothing. */
  readonly note: string | null;
}
