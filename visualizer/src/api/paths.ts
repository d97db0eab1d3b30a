/** The paths of the API below its base. */

export function taskPath(taskId: string): string {
  return `/tasks/${encodeURIComponent(taskId)}`;
}

export function stepPath(taskId: string, stepNo: number): string {
  return `${taskPath(taskId)}/steps/${stepNo}`;
}

export function planPath(taskId: string): string {
  return `${taskPath(taskId)}/plan`;
}

export interface ListQuery {
  readonly status: string | null;
  /** What an id or a name begins with; empty: anything. */
  readonly q: string;
  readonly active: boolean | null;
  readonly cursor: string | null;
}

export function listPath({ status, q, active, cursor }: ListQuery): string {
  const query = new URLSearchParams({ limit: '50' });
  if (status !== null) query.set('status', status);
  if (q !== '') query.set('q', q);
  if (active !== null) query.set('active', String(active));
  if (cursor !== null) query.set('cursor', cursor);
  return `/tasks?${query.toString()}`;
}
