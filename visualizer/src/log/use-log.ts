/** The log of an attempt, loaded from its end and kept up to date while it grows. */

import { useEffect, useRef, useState } from 'preact/hooks';

import { type Fault, faultOf } from '../api/problem.ts';
import { gather } from '../ui/gather.ts';
import { fetchLog, type LogPart } from './fetch-log.ts';
import { keepReading, type LogOf, MOST_BYTES } from './keep-reading.ts';
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

interface UsedLog extends LogOf {
  readonly isRunning: boolean;
}

const NOTHING: LogState = { window: null, size: 0, more: true, fault: null };

const PART_BYTES = 256 * 1024;

export function useLog({ path, attempt, fromStart, isRunning }: UsedLog): Log {
  const [state, setState] = useState(NOTHING);
  const signal = useRef(new AbortController().signal);
  const running = useRef(isRunning);
  running.current = isRunning;
  useEffect(() => {
    const shown = new AbortController();
    signal.current = shown.signal;
    setState(NOTHING);
    const change = changeTogether(setState, shown.signal);
    const reader = {
      onPart: (part: LogPart) => change((before) => grow(before, part)),
      onFault: (fault: Fault) => change((before) => ({ ...before, fault })),
      isRunning: () => running.current,
    };
    if (attempt > 0) void keepReading({ path, attempt, fromStart }, reader, shown.signal);
    return () => shown.abort();
  }, [path, attempt, fromStart]);
  const loadEarlier = () => {
    if (state.window) void readEarlier(path, attempt, { window: state.window, setState, signal: signal.current });
  };
  return { ...state, loadEarlier };
}

type Change = (before: LogState) => LogState;

type SetState = (change: Change) => void;

/** What comes in quick succession is drawn once. */
function changeTogether(setState: SetState, signal: AbortSignal): (change: Change) => void {
  return gather<Change>((changes) => {
    if (!signal.aborted) setState((before) => changes.reduce((state, change) => change(state), before));
  });
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
