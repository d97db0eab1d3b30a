/** Reads the log of an attempt, its end first, and goes on for as long as it can grow. */

import { nextPauseMs } from '../api/next-pause.ts';
import { noteFault } from '../api/note-fault.ts';
import { pauseUntil } from '../api/pause.ts';
import { type Fault, faultOf } from '../api/problem.ts';
import { fetchLog, fetchLogSize, type LogPart, type LogQuery } from './fetch-log.ts';
import { followLog } from './follow-log.ts';
import { isLate, isLasting, isStreamRefused } from './weigh-fault.ts';

export interface LogOf {
  readonly path: string;
  readonly attempt: number;
  /** Whether it is wanted from its beginning, to find a line by its number. */
  readonly fromStart: boolean;
}

export interface LogReader {
  readonly onPart: (part: LogPart) => void;
  readonly onFault: (fault: Fault) => void;
  /** Whether the attempt runs: its log may come yet. */
  readonly isRunning: () => boolean;
}

/** A window is at most this large; whoever is further behind begins anew at the end. */
export const MOST_BYTES = 8 * 1024 * 1024;

/** Logs up to this size are loaded as a whole, so that their lines have numbers. */
const WHOLE_BYTES = 1024 * 1024;
const TAIL_LINES = 2000;

/** Between two streams, and two looks for a log that is not there yet. */
const PAUSE_MS = 600;
/** Between two looks at a log that cannot be followed, or where something is wrong. */
const LOOK_MS = 3000;

/** How far it has come. */
interface Reading {
  /** Where the next part begins; null: nothing that was read counts any more. */
  end: number | null;
  isFollowed: boolean;
}

/** Until all is read, or the signal is aborted. */
export async function keepReading(log: LogOf, reader: LogReader, signal: AbortSignal): Promise<void> {
  const reading: Reading = { end: null, isFollowed: true };
  const onPart = (part: LogPart) => {
    reading.end = part.start + part.bytes.length;
    reader.onPart(part);
  };
  while (!signal.aborted) {
    let pauseMs = PAUSE_MS;
    try {
      if (!(await catchUp(log, reading, { onPart, signal }))) return;
      await follow(log, reading, { onPart, signal });
      if (!reading.isFollowed) pauseMs = LOOK_MS;
    } catch (error) {
      if (signal.aborted) return;
      const fault = faultOf(error);
      const mayCome = isLate(fault) && reader.isRunning();
      if (isLasting(fault) && !mayCome) return reader.onFault(fault);
      if (!mayCome) {
        noteFault(fault, reader.onFault);
        pauseMs = LOOK_MS;
      }
    }
    await pauseUntil(nextPauseMs(pauseMs), signal);
  }
}

interface Taking {
  readonly onPart: (part: LogPart) => void;
  readonly signal: AbortSignal;
}

/** To the end that it has now. Gives whether it may grow. */
async function catchUp(log: LogOf, reading: Reading, { onPart, signal }: Taking): Promise<boolean> {
  const { path, attempt } = log;
  for (;;) {
    const query = reading.end === null ? await firstQuery(log, signal) : { offset: reading.end, limit: WHOLE_BYTES };
    const part = await fetchLog(path, { ...query, attempt }, signal);
    onPart(part);
    const behind = part.size - part.start - part.bytes.length;
    if (!part.more) return false;
    if (behind <= 0 || part.bytes.length === 0) return true;
    // A script that writes faster than this page reads: only the end of its log is looked at.
    if (behind > MOST_BYTES) reading.end = null;
  }
}

async function firstQuery({ path, attempt, fromStart }: LogOf, signal: AbortSignal): Promise<LogQuery> {
  const size = await fetchLogSize(path, { attempt }, signal);
  return size <= (fromStart ? MOST_BYTES : WHOLE_BYTES) ? { offset: 0, limit: MOST_BYTES } : { tail: TAIL_LINES };
}

/** As long as the service has a stream for it. */
async function follow({ path, attempt }: LogOf, reading: Reading, { onPart, signal }: Taking): Promise<void> {
  if (!reading.isFollowed || reading.end === null) return;
  const followed = { path, attempt, from: reading.end, mostBytes: MOST_BYTES, onPart };
  try {
    if ((await followLog(followed, signal)) === 'anew') reading.end = null;
  } catch (error) {
    if (!isStreamRefused(faultOf(error))) throw error;
    reading.isFollowed = false;
  }
}
