/** What the service and its launcher say to each other. */

import type { Failpoints } from '../../failpoints/failpoint.ts';

/** What a launcher is told at its start, as JSON. */
export interface LauncherSettings {
  readonly killGraceMs: number;
  readonly failpoints?: Failpoints | undefined;
}

/** To the launcher: start a process in a session and group of its own, with an empty standard input. */
export interface StartRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly dir: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Where its output goes; null for nowhere. */
  readonly log: LogTarget | null;
  /** The marker in its environment by which what it leaves is found; null where it has none. */
  readonly attemptId: string | null;
}

export interface LogTarget {
  readonly path: string;
  /** Whether the file must be new, or must be there from an earlier try. */
  readonly create: boolean;
  /** How large it may grow while the process runs; null for any size. */
  readonly limitBytes: number | null;
}

export interface NumberedRequest extends StartRequest {
  /** Names the request in the reports about it. */
  readonly id: number;
}

/** From the launcher. `started` always comes before `ended`, and `overgrown`, at most once, between them. */
export type LauncherReport =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'started'; readonly id: number } & StartedProcess)
  | ({ readonly kind: 'failed'; readonly id: number } & StartFault)
  | { readonly kind: 'overgrown'; readonly id: number; readonly limitBytes: number }
  | ({ readonly kind: 'ended'; readonly id: number } & ProcessEnd);

export interface StartedProcess {
  readonly pid: number;
  /** In ticks since boot; null where the platform does not say. */
  readonly startTime: string | null;
}

export interface StartFault {
  /** What could not be done: opening the log, or starting the process. */
  readonly part: 'log' | 'process';
  /** The name of the system's error, such as ENOSPC. */
  readonly code: string;
}

export interface ProcessEnd {
  /** Null where a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}
