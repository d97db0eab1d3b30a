/** The one place where the command line talks to the service. */

import { BASE } from './paths.ts';
import { readProblem } from './problem.ts';
import { unreachable, UnreachableFault } from './unreachable.ts';

export interface ApiPlace {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string | null;
}

export interface Api {
  readonly url: string;
  get<T>(path: string): Promise<T>;
  /** @param body none: an empty one. */
  post<T>(path: string, body?: unknown): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
  /** What is deleted has nothing to answer. */
  delete(path: string): Promise<void>;
  /** An answer of status 2xx whose body is still to come; the caller limits how long that may take. */
  open(path: string, init: RequestInit): Promise<Response>;
}

/** Until the answer begins: some wait for the database, or for a run that is ending. */
const ANSWER_MS = 30_000;

/** For the whole of one that is read at once. */
const WHOLE_MS = 120_000;

/** Every method throws a ProblemFault for what the service refuses, an UnreachableFault where none answers. */
export function openApi(place: ApiPlace): Api {
  return {
    url: place.url,
    async get(path) {
      const init = { headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(WHOLE_MS) };
      return readJson(place, await open(place, path, init));
    },
    post: async (path, body) => readJson(place, await send(place, 'POST', path, body)),
    put: async (path, body) => readJson(place, await send(place, 'PUT', path, body)),
    async delete(path) {
      const response = await send(place, 'DELETE', path);
      if (response.status !== 204) throw foreignAnswer(place, response);
    },
    open: (path, init) => open(place, path, init),
  };
}

function send(place: ApiPlace, method: string, path: string, body?: unknown): Promise<Response> {
  const typed = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const headers = { Accept: 'application/json', ...typed };
  return open(place, path, { method, headers, body: bodyOf(body), signal: AbortSignal.timeout(WHOLE_MS) });
}

/** A text is JSON already. */
function bodyOf(body: unknown): string | null {
  if (body === undefined) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

async function open(place: ApiPlace, path: string, init: RequestInit): Promise<Response> {
  const response = await reach(place, path, init);
  if (response.ok) return response;
  throw (await readProblem(response, place.url)) ?? foreignAnswer(place, response);
}

async function reach({ url, token }: ApiPlace, path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('no answer', 'TimeoutError')), ANSWER_MS);
  const signal = AbortSignal.any([late.signal, ...(init.signal ? [init.signal] : [])]);
  try {
    // A redirect would make a GET of a POST, or lead a token elsewhere.
    return await fetch(url + BASE + path, { ...init, headers, signal, redirect: 'manual' });
  } catch (error) {
    throw unreachable(url, error);
  } finally {
    clearTimeout(timer);
  }
}

function foreignAnswer({ url }: ApiPlace, { status, statusText, headers }: Response): UnreachableFault {
  const to = headers.get('location');
  const led = to === null ? '' : `, which leads to ${to}`;
  return new UnreachableFault(
    url,
    `something answers there that is not tms-init: HTTP ${status} ${statusText}${led}`.trim(),
  );
}

async function readJson<T>({ url }: ApiPlace, response: Response): Promise<T> {
  const text = await response.text().catch((error: unknown) => Promise.reject(unreachable(url, error)));
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new UnreachableFault(url, 'something answers there that is not tms-init: no JSON', error);
  }
}
