/** The paths of the API below its base. */

export function taskPath(taskId: string): string {
  return `/tasks/${encodeURIComponent(taskId)}`;
}

export function stepPath(taskId: string, stepNo: number): string {
  return `${taskPath(taskId)}/steps/${stepNo}`;
}

export interface ListQuery {
  readonly status: string | null;
  readonly cursor: string | null;
}

export function listPath({ status, cursor }: ListQuery): string {
  const query = new URLSearchParams({ limit: '50' });
  if (status !== null) query.set('status', status);
  if (cursor !== null) query.set('cursor', cursor);
  return `/tasks?${query.toString()}`;
}
