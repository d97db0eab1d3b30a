/** The places in the flow where a test can make the service die, stop, fail or wait; a service in use has none of them armed. */

/**
 * In flow order. Each one is reached by the process that is named, else by the service.
 *
 * | name | reached when |
 * |---|---|
 * | accept.claimed | the claim on the task was granted |
 * | accept.loaded | the rows were read, nothing is stored yet |
 * | accept.stored | the task is stored as RUNNING, the caller has no answer yet |
 * | accept.replied | the answer "started" was handed to the system; the run does not wait here |
 * | recover.begin | residue was found and is about to be fenced |
 * | recover.orphan_killed | the fence ended processes that had outlived their service |
 * | recover.reset | the residue is fenced, its rows are about to be stored as FAILED |
 * | run.residue_reset | the residue is stored as FAILED |
 * | step.marked_running | the step is stored as RUNNING, nothing of its attempt exists yet |
 * | step.lock_taken | the ticket in the step lock is this attempt's, nothing was launched yet |
 * | step.log_opened | launcher: the log is open, the script is not started yet |
 * | step.spawned | the launcher said that the script's process is there |
 * | step.exited | the launcher said that the script ended |
 * | step.output | the last line of the output was looked for in the log |
 * | step.record_written | the end is in the record of the attempt, not in the database |
 * | step.persist.before | the outcome is about to be sent to the database |
 * | task.finish.before | the same, where the unit ends the task |
 * | step.persist.sent | the outcome was sent, no answer has been read |
 * | step.persisted | the outcome is stored, the run does not know yet |
 * | task.finished | the end of the task is stored, the run does not know yet |
 * | shutdown.begin | nothing is accepted any more, the runs are about to be told |
 * | shutdown.children_signalled | a script was asked to end because the service shuts down |
 */
export const FAILPOINT_NAMES = [
  'accept.claimed',
  'accept.loaded',
  'accept.stored',
  'accept.replied',
  'recover.begin',
  'recover.orphan_killed',
  'recover.reset',
  'run.residue_reset',
  'step.marked_running',
  'step.lock_taken',
  'step.log_opened',
  'step.spawned',
  'step.exited',
  'step.output',
  'step.record_written',
  'step.persist.before',
  'task.finish.before',
  'step.persist.sent',
  'step.persisted',
  'task.finished',
  'shutdown.begin',
  'shutdown.children_signalled',
] as const;

export type FailpointName = (typeof FAILPOINT_NAMES)[number];

/** Told by the rooms that a point is reached; undefined in a service that is in use. */
export type Reach = (point: FailpointName) => Promise<void>;

/** Plain data, so that the launcher can be given it too. */
export interface Failpoints {
  readonly armed: readonly ArmedFailpoint[];
  /** A file that gets a line whenever an armed point is reached; null: none. */
  readonly hitsPath: string | null;
}

export interface ArmedFailpoint {
  readonly point: FailpointName;
  /** At which arrival of a process there it acts, from 1. */
  readonly hit: number;
  readonly action: FailpointAction;
}

export type FailpointAction =
  /** SIGKILL, SIGSTOP to the process itself. */
  | { readonly kind: 'kill' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'throw' }
  | { readonly kind: 'sleep'; readonly ms: number }
  | { readonly kind: 'exit'; readonly code: number };

/** One JSON line of the file of hits; action null: the point is armed for another hit. */
export interface FailpointHit {
  readonly point: FailpointName;
  readonly hit: number;
  readonly action: FailpointAction['kind'] | null;
  readonly pid: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}
