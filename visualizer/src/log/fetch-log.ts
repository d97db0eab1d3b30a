/** Reads parts of a log, as bytes: only they can be counted and cut anywhere. */

import { request } from '../api/request.ts';

export interface LogPart {
  readonly start: number;
  readonly bytes: Uint8Array;
  /** How large the log is now. */
  readonly size: number;
  /** Whether there is more to read, now or later. */
  readonly more: boolean;
}

export type LogQuery = Readonly<Record<string, number>>;

/** A part that begins at a byte, or the last lines. */
export async function fetchLog(path: string, query: LogQuery, signal: AbortSignal): Promise<LogPart> {
  const { headers, body } = await askForLog(path, query, { signal, headers: { Accept: 'text/plain' } });
  return { ...headers, start: headers.next - body.length, bytes: body };
}

/** How large it is. */
export async function fetchLogSize(path: string, query: LogQuery, signal: AbortSignal): Promise<number> {
  const { headers } = await askForLog(path, query, { method: 'HEAD', signal, headers: { Accept: 'text/plain' } });
  return headers.size;
}

async function askForLog(path: string, query: LogQuery, init: RequestInit) {
  const values = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const response = await request(`${path}?${new URLSearchParams(values).toString()}`, init);
  const number = (name: string) => Number(response.headers.get(name) ?? 0);
  return {
    headers: {
      size: number('X-Log-Size'),
      next: number('X-Log-Next-Offset'),
      more: response.headers.get('X-Log-More') === 'true',
    },
    body: new Uint8Array(await response.arrayBuffer()),
  };
}
