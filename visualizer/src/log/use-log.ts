/** The log of an attempt, loaded from its end and kept up to date while it grows. */

import { useEffect, useRef, useState } from 'preact/hooks';

import { pauseUntil } from '../api/pause.ts';
import { type Fault, faultOf } from '../api/problem.ts';
import { fetchLog, fetchLogSize, type LogPart, type LogQuery } from './fetch-log.ts';
import { append, type LogWindow, prepend, trim, windowOf } from './log-window.ts';

export interface LogState {
  readonly window: LogWindow | null;
  readonly size: number;
  /** Whether it may still grow. */
  readonly more: boolean;
  readonly fault: Fault | null;
}

export interface Log extends LogState {
  readonly loadEarlier: () => void;
}

export interface LogOf {
  readonly path: string;
  readonly attempt: number;
  /** Whether it is wanted from its beginning, to find a line by its number. */
  readonly fromStart: boolean;
}

const NOTHING: LogState = { window: null, size: 0, more: true, fault: null };

/** Logs up to this size are loaded as a whole, so that their lines have numbers. */
const WHOLE_BYTES = 1024 * 1024;
const PART_BYTES = 256 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;
const TAIL_LINES = 2000;
const PAUSE_MS = 600;

export function useLog({ path, attempt, fromStart }: LogOf): Log {
  const [state, setState] = useState(NOTHING);
  const signal = useRef(new AbortController().signal);
  useEffect(() => {
    const shown = new AbortController();
    signal.current = shown.signal;
    setState(NOTHING);
    if (attempt > 0) void keepReading({ path, attempt, fromStart }, setState, shown.signal);
    return () => shown.abort();
  }, [path, attempt, fromStart]);
  const loadEarlier = () => {
    if (state.window) void readEarlier(path, attempt, { window: state.window, setState, signal: signal.current });
  };
  return { ...state, loadEarlier };
}

type SetState = (change: (before: LogState) => LogState) => void;

async function keepReading(log: LogOf, setState: SetState, signal: AbortSignal): Promise<void> {
  const { path, attempt } = log;
  let end: number | null = null;
  for (let more = true; more && !signal.aborted;) {
    try {
      const query: LogQuery = end === null ? await firstQuery(log, signal) : { offset: end, limit: WHOLE_BYTES };
      const part: LogPart = await fetchLog(path, { ...query, attempt }, signal);
      ({ more } = part);
      setState((before) => grow(before, part));
      end = part.start + part.bytes.length;
      const isBehind = part.size > end;
      // A script that writes faster than this page reads: only the end of its log is looked at.
      if (part.size - end > MOST_BYTES) end = null;
      if (isBehind && part.bytes.length > 0) continue;
    } catch (error) {
      if (signal.aborted) return;
      const fault = faultOf(error);
      more = fault.kind === 'unreachable';
      if (!more) setState((before) => ({ ...before, fault, more: false }));
    }
    await pauseUntil(PAUSE_MS, signal);
  }
}

async function firstQuery({ path, attempt, fromStart }: LogOf, signal: AbortSignal): Promise<LogQuery> {
  const size = await fetchLogSize(path, { attempt }, signal);
  return size <= (fromStart ? MOST_BYTES : WHOLE_BYTES) ? { offset: 0, limit: MOST_BYTES } : { tail: TAIL_LINES };
}

/** What was loaded before stays where the part goes on from it, also lines that were loaded at its beginning meanwhile. */
function grow({ window }: LogState, { start, bytes, size, more }: LogPart): LogState {
  const grown = window && window.end === start ? append(window, bytes) : windowOf(start, bytes);
  return { window: trim(grown, MOST_BYTES), size, more, fault: null };
}

interface Earlier {
  readonly window: LogWindow;
  readonly setState: SetState;
  readonly signal: AbortSignal;
}

async function readEarlier(path: string, attempt: number, { window, setState, signal }: Earlier): Promise<void> {
  const offset = Math.max(0, window.start - PART_BYTES);
  try {
    const { bytes } = await fetchLog(path, { offset, limit: window.start - offset, attempt }, signal);
    setState((before) => (before.window ? { ...before, window: prepend(before.window, offset, bytes) } : before));
  } catch (error) {
    if (!signal.aborted) setState((before) => ({ ...before, fault: faultOf(error) }));
  }
}
