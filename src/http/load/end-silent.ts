/**
 * Ends connections whose other end is gone without a word, such as a laptop that left its network: what is sent to it,
 * heartbeats among it, is sent again and again by the kernel, for a quarter of an hour before it gives up by itself.
 */

import type { Socket } from 'node:net';

import { connectionName, findUnacknowledged } from '../../platform/tcp-table.ts';

export interface SilenceLimits {
  /** How often it is looked. */
  readonly lookMs: number;
  /** So often sent again without any answer. Each time comes after twice the wait of the one before. */
  readonly sentAgain: number;
}

/** The seventh time comes 25 s after the first where the network is fast, and later where it is slow. */
const SILENCE: SilenceLimits = { lookMs: 10_000, sentAgain: 7 };

/** @param open those that are open now; looked at until there are none. Returns what begins to look, unless it goes on. */
export function endSilent(open: () => Iterable<Socket>, { lookMs, sentAgain } = SILENCE): () => void {
  let timer: NodeJS.Timeout | null = null;
  const begin = () => void (timer ??= setTimeout(() => void look(), lookMs).unref());
  return begin;

  async function look(): Promise<void> {
    const unacknowledged = await findUnacknowledged();
    const silent = new Set(unacknowledged.filter((one) => one.sentAgain >= sentAgain).map(({ name }) => name));
    let left = 0;
    for (const socket of open()) {
      if (silent.has(connectionName(socket))) socket.destroy();
      else left += 1;
    }
    timer = null;
    if (left > 0) begin();
  }
}
