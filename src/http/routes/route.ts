/** A route: what it answers to, how it is described, and the middleware it is made of. */

import type { RouterMiddleware } from '@koa/router';
import type { ZodOpenApiOperationObject } from 'zod-openapi';

import type { Access } from '../access/authorize.ts';

export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** In the router's form: `/tasks/:taskId`. */
  readonly path: string;
  /** Who may. */
  readonly access: Access;
  readonly operation: ZodOpenApiOperationObject & { readonly operationId: string };
  /** Read top to bottom: each either throws, or answers, or goes on. */
  readonly handlers: readonly RouterMiddleware[];
}

/** Where the API begins. */
export const BASE = '/api/v1/init';

/** The path of a task, as it is put into a Location header. */
export function taskLocation(taskId: string): string {
  return `${BASE}/tasks/${encodeURIComponent(taskId)}`;
}
