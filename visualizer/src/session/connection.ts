/** Whether the service is reached. */

import { signal } from '@preact/signals';

export interface Connection {
  readonly isLost: boolean;
  /** How often in a row it was not reached. */
  readonly failures: number;
}

export const connection = signal<Connection>({ isLost: false, failures: 0 });

export function noteReached(): void {
  if (connection.peek().isLost) connection.value = { isLost: false, failures: 0 };
}

export function noteLost(): void {
  connection.value = { isLost: true, failures: connection.peek().failures + 1 };
}

/** 1, 2, 4 and at most 10 seconds. */
export function retryAfterMs(): number {
  return Math.min(10_000, 1000 * 2 ** Math.max(0, connection.peek().failures - 1));
}
