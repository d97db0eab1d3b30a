/** Follows a log while it is written, told by the service as text, and makes it bytes again. */

import type { EventSourceMessage } from 'eventsource-parser/stream';

import { readStream } from '../api/read-stream.ts';
import { fetchLog, fetchLogSize, type LogPart } from './fetch-log.ts';

export interface FollowedLog {
  readonly path: string;
  readonly attempt: number;
  /** The first byte that is not known yet. */
  readonly from: number;
  /** Further behind the end of the log than this it makes no sense to go on. */
  readonly mostBytes: number;
  readonly onPart: (part: LogPart) => void;
}

/** `anew`: the log was cut, or grows faster than it is read. Else the stream has ended, and by itself tells no more. */
export async function followLog(log: FollowedLog, signal: AbortSignal): Promise<'ended' | 'anew'> {
  const { path, attempt, from, mostBytes, onPart } = log;
  let at = from;
  let looked = from;
  const stream = { path: `${path}?attempt=${attempt}&follow=true`, lastId: String(from) };
  for await (const message of readStream(stream, signal)) {
    if (message.event === 'reset') return 'anew';
    if (message.event !== undefined) continue;
    const part = await partOf(log, at, { message, signal });
    onPart(part);
    at += part.bytes.length;
    if (at - looked < mostBytes) continue;
    looked = at;
    if ((await fetchLogSize(path, { attempt }, signal)) - at > mostBytes) return 'anew';
  }
  return 'ended';
}

interface Told {
  readonly message: EventSourceMessage;
  readonly signal: AbortSignal;
}

/** The id of a message is where its text ends. Bytes that are no text were replaced in it: then only they are exact. */
async function partOf({ path, attempt }: FollowedLog, start: number, { message, signal }: Told): Promise<LogPart> {
  const end = Number(message.id);
  const bytes = new TextEncoder().encode(JSON.parse(message.data));
  if (start + bytes.length === end) return { start, bytes, size: end, more: true };
  return fetchLog(path, { offset: start, limit: end - start, attempt }, signal);
}
