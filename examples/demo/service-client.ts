/** The few requests of the service's HTTP interface that the demo makes. */

export interface NewTask {
  readonly taskId: string;
  readonly name: string;
  readonly steps: readonly { readonly name: string; readonly script: string }[];
}

export interface Task {
  readonly taskId: string;
  readonly name: string;
  readonly status: string;
  readonly totalSteps: number;
  readonly successSteps: number;
  readonly message: string | null;
}

export interface Step {
  readonly stepNo: number;
  readonly name: string;
  readonly status: string;
  readonly message: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly attempts: number;
}

export interface Client {
  createTask(task: NewTask): Promise<Task>;
  execute(taskId: string): Promise<Pick<Task, 'status' | 'totalSteps' | 'successSteps'>>;
  readTask(taskId: string): Promise<Task>;
  readSteps(taskId: string): Promise<readonly Step[]>;
  readLogTail(taskId: string, stepNo: number, lines: number): Promise<string>;
}

/** Every request ends with the signal, or after 10 s. */
export function createClient(url: string, signal: AbortSignal): Client {
  const base = `${url}/api/v1/init/tasks`;
  const request = (path: string, init: RequestInit = {}) =>
    send(`${base}${path}`, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]) });
  return {
    createTask: async (task) => readJson(await request('', jsonBody(task))),
    execute: async (taskId) => readJson(await request(`/${encodeURIComponent(taskId)}/execute`, { method: 'POST' })),
    readTask: async (taskId) => readJson(await request(`/${encodeURIComponent(taskId)}`)),
    readSteps: async (taskId) => readJson(await request(`/${encodeURIComponent(taskId)}/steps`)),
    readLogTail: async (taskId, stepNo, lines) =>
      (await request(`/${encodeURIComponent(taskId)}/steps/${stepNo}/log?tail=${lines}`)).text(),
  };
}

function jsonBody(value: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** The interface of the service is the demo's to trust. */
async function readJson<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}
