/** How a status looks: a mark, and a colour. */

import type { Task } from '../api/answers.ts';
import type { Colors } from './output.ts';

export function markOf(status: string | null): string {
  switch (status) {
    case 'SUCCESS':
      return '✓';
    case 'FAILED':
      return '✗';
    case 'RUNNING':
      return '▸';
    case null:
    default:
      return '·';
  }
}

export function paintOf(status: string | null, colors: Colors): (text: string) => string {
  switch (status) {
    case 'SUCCESS':
      return colors.green;
    case 'FAILED':
      return colors.red;
    case 'RUNNING':
      return colors.yellow;
    case null:
    default:
      return colors.dim;
  }
}

/** RUNNING that nobody runs was interrupted. */
export function statusOf({ status, active }: Pick<Task, 'status' | 'active'>): string {
  return status === 'RUNNING' && !active ? 'RUNNING (interrupted)' : (status ?? 'no status');
}
