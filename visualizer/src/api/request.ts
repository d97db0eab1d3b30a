/** The one place where the page talks to the service. */

import { askForToken, token } from '../session/token.ts';
import { noteRole } from '../session/role.ts';
import { noteLost, noteReached } from '../session/connection.ts';
import { readProblem, RequestError } from './problem.ts';

export const BASE = '/api/v1/init';

/** An answer with status 2xx or 304; every other one is thrown as a RequestError. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await reach(path, init);
  if (response.ok || response.status === 304) return response;
  if (response.status === 401) askForToken();
  throw await readProblem(response);
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token.peek() !== null) headers.set('Authorization', `Bearer ${token.peek()}`);
  try {
    const response = await fetch(BASE + path, { ...init, headers });
    noteReached();
    noteRole(response);
    return response;
  } catch (error) {
    // The page itself gave up: that says nothing about the service.
    if (init.signal?.aborted) throw error;
    noteLost();
    throw new RequestError({ kind: 'unreachable' });
  }
}

/** A request that changes something. */
export interface Change {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** Below the base. */
  readonly path: string;
  /** JSON. */
  readonly body?: string;
}

/** Sends a change, and gives the answer; undefined where it has no content. */
export async function change<T>({ method, path, body }: Change): Promise<T> {
  const typed = body && { headers: { 'Content-Type': 'application/json' }, body };
  const response = await request(path, { method, ...typed });
  return (response.status === 204 ? undefined : await response.json()) as T;
}
