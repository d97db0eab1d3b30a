/** Asks again and again for something that changes: with ETag, not while nobody looks, and with back-off while it fails. */

import { nextPauseMs } from './next-pause.ts';
import { type Fault, faultOf } from './problem.ts';
import { pauseUntil } from './pause.ts';
import { request } from './request.ts';

export interface Watch<T> {
  readonly path: string;
  readonly onValue: (value: T) => void;
  /** What the API refused. The whole page tells that it cannot be reached, and asks for the token it wants. */
  readonly onFault: (fault: Fault) => void;
  /** Asked after each answer. */
  readonly everyMs: () => number;
}

/** Until the signal is aborted. */
export async function watch<T>({ path, onValue, onFault, everyMs }: Watch<T>, signal: AbortSignal): Promise<void> {
  let tag: string | null = null;
  while (!signal.aborted) {
    try {
      const response: Response = await request(path, { signal, headers: tag === null ? {} : { 'If-None-Match': tag } });
      if (response.status !== 304) {
        onValue((await response.json()) as T);
        tag = response.headers.get('ETag');
      }
    } catch (error) {
      if (signal.aborted) return;
      const fault = faultOf(error);
      if (fault.kind === 'problem' && fault.status !== 401) onFault(fault);
    }
    await pauseUntil(nextPauseMs(everyMs()), signal);
  }
}
