/** What went wrong with a request: what the service said, or that it was not reached. */

export type Fault =
  | {
      readonly kind: 'problem';
      readonly status: number;
      readonly code: string;
      readonly title: string;
      readonly detail: string;
    }
  | { readonly kind: 'unreachable' };

export class RequestError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.kind === 'problem' ? `${fault.title}: ${fault.detail}` : 'the service cannot be reached');
    this.name = 'RequestError';
    this.fault = fault;
  }
}

/** The fault of an error; what is no answer of the service at all is a fault of the page, and is told as it is. */
export function faultOf(error: unknown): Fault {
  if (error instanceof RequestError) return error.fault;
  const detail = error instanceof Error ? error.message : String(error);
  return { kind: 'problem', status: 0, code: '', title: 'Error', detail };
}

/** There is no such task, or no longer. */
export function isTaskMissing(fault: Fault | null): boolean {
  return fault?.kind === 'problem' && fault.code === 'task-not-found';
}

/** Reads a problem document; a proxy in between may answer with anything else. */
export async function readProblem(response: Response): Promise<RequestError> {
  const document = await response.json().catch(() => ({}));
  return new RequestError({
    kind: 'problem',
    status: response.status,
    code: String(document.type ?? '').replace('/problems/', ''),
    title: String(document.title ?? `HTTP ${response.status}`),
    detail: String(document.detail ?? response.statusText),
  });
}
