/** The paths of the API below its base. */

export const BASE = '/api/v1/init';

export function taskPath(taskId: string): string {
  return `/tasks/${encodeURIComponent(taskId)}`;
}

export function stepPath(taskId: string, stepNo: number): string {
  return `${taskPath(taskId)}/steps/${stepNo}`;
}

export interface ListQuery {
  readonly status?: string | undefined;
  readonly q?: string | undefined;
  readonly active?: true | undefined;
  readonly limit: number;
  readonly cursor: string | null;
}

export function listPath({ status, q, active, limit, cursor }: ListQuery): string {
  const query = new URLSearchParams({ limit: String(limit) });
  if (status !== undefined) query.set('status', status);
  if (q !== undefined) query.set('q', q);
  if (active) query.set('active', 'true');
  if (cursor !== null) query.set('cursor', cursor);
  return `/tasks?${query.toString()}`;
}
