/** A row of the tables of bad requests, and short ways to write one. */

import type { RawRequest } from '../../support/raw-request.ts';

export interface Row {
  readonly title: string;
  readonly request: BadRequest;
  readonly status: number;
  readonly code: string;
}

/** Bytes as they are, or what is bad about a GET of the list of tasks. */
export type BadRequest = string | Uint8Array | CutOff | Partial<RawRequest>;

/** The client sends so much and then says that it will send no more. */
export interface CutOff {
  readonly cutOff: string;
}

/** Rows that are refused alike, by their titles. */
export function refused(status: number, code: string, requests: Readonly<Record<string, BadRequest>>): readonly Row[] {
  return Object.entries(requests).map(([title, request]) => ({ title, request, status, code }));
}

export const BASE = '/api/v1/init';
export const TASKS = `${BASE}/tasks`;
/** A task of one step that was never executed. */
export const KNOWN = `${TASKS}/known`;

export const VALID_STEP = { name: 'a step', script: 'true' };
export const VALID = { name: 'a task', steps: [VALID_STEP] };

type Headers = NonNullable<RawRequest['headers']>;

export function get(path: string, headers: Headers = {}): Partial<RawRequest> {
  return { path, headers };
}

export function on(method: string, path: string, headers: Headers = {}): Partial<RawRequest> {
  return { method, path, headers };
}

/** A POST of these bytes, which call themselves JSON. */
export function send(body: string | Uint8Array, headers: Headers = {}, path = TASKS): Partial<RawRequest> {
  return { method: 'POST', path, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

export function create(body: unknown): Partial<RawRequest> {
  return send(JSON.stringify(body));
}

/** A request of these lines; an empty one and what follows it are the body. */
export function lines(...given: readonly string[]): string {
  return given.join('\r\n');
}

/** The lines that most requests of lines begin with. */
export const GET_TASKS = [`GET ${TASKS} HTTP/1.1`, 'Host: localhost', 'Connection: close'] as const;
export const POST_TASKS = [
  `POST ${TASKS} HTTP/1.1`,
  'Host: localhost',
  'Connection: close',
  'Content-Type: application/json',
] as const;
