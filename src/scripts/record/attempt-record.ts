/** The record beside a log: what became of an attempt, readable even where nobody stored it. */

/** All times are ISO 8601 in UTC. */
export interface AttemptRecord {
  readonly host: string;
  /** See LogPathFacts. */
  readonly place: string;
  /** The leader of the script's process group; null before it was started. */
  readonly pid: number | null;
  readonly startedAt: string;
  /** Null while it runs, and for ever where the service died before the end. */
  readonly endedAt: string | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** In words why it did not end by itself, such as "cannot open the log: ENOSPC" or "cancelled by local"; null where it did. */
  readonly cause: string | null;
}

/** The path of the record that belongs to a log. */
export function recordPath(logPath: string): string {
  return logPath.replace(/\.log$/, '.json');
}
