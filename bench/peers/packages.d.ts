/** What is used here of the peers' packages: the project is checked where they are not installed, too. */

declare module '@dbos-inc/dbos-sdk' {
  interface Handle {
    getResult(): Promise<unknown>;
  }
  type Workflow = (taskId: string, steps: number) => Promise<void>;
  export const DBOS: {
    setConfig(config: {
      name: string;
      systemDatabaseUrl: string;
      systemDatabasePoolSize?: number;
      logLevel?: string;
      applicationVersion?: string;
    }): void;
    launch(): Promise<void>;
    registerWorkflow(workflow: Workflow, config: { name: string }): Workflow;
    registerQueue(name: string, options?: { minPollingIntervalMs?: number }): Promise<unknown>;
    startWorkflow(
      workflow: Workflow,
      options: { workflowID: string },
    ): (...args: Parameters<Workflow>) => Promise<Handle>;
    runStep(step: () => Promise<void>, config: { name: string }): Promise<void>;
  };
  export const DBOSClient: {
    create(options: { systemDatabaseUrl: string; applicationName?: string }): Promise<{
      enqueue(
        options: { queueName: string; workflowName: string; workflowID: string },
        ...args: Parameters<Workflow>
      ): Promise<Handle>;
    }>;
  };
}

declare module 'pg-boss' {
  interface Database {
    beginTransaction(): Promise<{ readonly db: Database; readonly commit: () => Promise<void> }>;
  }
  interface Options {
    db: Database;
  }
  export interface Job<Data> {
    readonly id: string;
    readonly data: Data;
  }
  export class PgBoss {
    constructor(options: { connectionString: string; max: number });
    on(event: 'error', listener: (error: Error) => void): this;
    start(): Promise<this>;
    createQueue(name: string): Promise<void>;
    send(name: string, data: object): Promise<string | null>;
    insert(name: string, jobs: readonly { data: object }[], options: Options): Promise<unknown>;
    fetch<Data>(name: string, options: { batchSize: number }): Promise<Job<Data>[]>;
    complete(name: string, ids: readonly string[], output: null, options: Options): Promise<unknown>;
    getDb(): Database;
  }
}

declare module 'graphile-worker' {
  type AddJob = (task: string, payload: unknown) => Promise<unknown>;
  interface Logger {
    error(message: string): void;
  }
  export const Logger: new (factory: () => (level: string, message: string) => void) => Logger;
  export function run(options: {
    connectionString: string;
    concurrency: number;
    maxPoolSize: number;
    noHandleSignals: boolean;
    logger: Logger;
    taskList: Record<string, (payload: never, helpers: { addJob: AddJob }) => Promise<void>>;
    preset?: { worker: { localQueue?: { size: number }; completeJobBatchDelay?: number } };
  }): Promise<{ addJob: AddJob }>;
  export function makeWorkerUtils(options: { connectionString: string; logger: Logger }): Promise<{ addJob: AddJob }>;
}

declare module 'bullmq' {
  import type { Redis } from 'ioredis';

  interface Job<Data> {
    readonly data: Data;
    updateData(data: Data): Promise<void>;
  }
  interface Options {
    connection: Redis;
  }
  export class Queue<Data> {
    constructor(name: string, options: Options & { defaultJobOptions?: { removeOnComplete?: boolean } });
    add(name: string, data: Data): Promise<unknown>;
  }
  export class Worker<Data> {
    constructor(name: string, act: (job: Job<Data>) => Promise<void>, options: Options & { concurrency: number });
    on(event: 'completed', listener: (job: Job<Data>) => void): this;
    on(event: 'failed', listener: (job: Job<Data> | undefined, error: Error) => void): this;
    waitUntilReady(): Promise<unknown>;
  }
}

declare module 'ioredis' {
  interface Redis {
    quit(): Promise<unknown>;
  }
  export const Redis: new (options: { path: string; maxRetriesPerRequest: null }) => Redis;
}
