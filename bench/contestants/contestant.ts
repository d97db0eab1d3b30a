/** What competes: a program that runs tasks of steps durably, one step after the other. */

export interface Contestant {
  /** Resolves once the task has run to its end. */
  runTask(taskId: string): Promise<void>;
}

/** The work of a step: a process, or nothing at all. */
export type Step = () => Promise<void>;

/** Takes one more task, whoever runs it: resolves once that is durable. */
export type Enqueue = (taskId: string) => Promise<void>;

export interface Entry {
  /** Ready for `work.atOnce` tasks at once; nothing has to be closed, for the process is killed in the end. */
  open(work: Work, step: Step): Promise<Contestant>;
  /** As a client in a process of its own. A task that it takes has one step. */
  openEnqueue(work: Work): Promise<Enqueue>;
}

export interface Work {
  /** Where it keeps its state: the URL of a database of its own, or the socket of a Redis. */
  readonly place: string;
  /** Of its own, for logs and locks. */
  readonly folder: string;
  /** Of the ids of its tasks, where the store holds others already. */
  readonly prefix?: string;
  readonly atOnce: number;
  readonly steps: number;
  /** Whether each step runs a process. */
  readonly hasProcesses: boolean;
  /** Not counted: what is compiled and grown at first. */
  readonly warmUpMs: number;
  readonly measureMs: number;
}

/** The ids of the tasks that are run: this and a number, from 0 on. */
export function prefixOf({ prefix = 'task-' }: Pick<Work, 'prefix'>): string {
  return prefix;
}

export type Role = 'run' | 'enqueue';

/** What a program says on its channel, in this order. */
export type Told =
  | { readonly kind: 'ready' }
  /** That it counts from now on. */
  | { readonly kind: 'measuring' }
  /** Steps that ended within so many milliseconds. */
  | { readonly kind: 'ran'; readonly steps: number; readonly ms: number }
  /** How long each enqueue took, in milliseconds. */
  | { readonly kind: 'enqueued'; readonly times: readonly number[] }
  | { readonly kind: 'failed'; readonly reason: string };
