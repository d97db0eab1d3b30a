/** The command that becomes a script once it holds the step lock and its ticket lets it. */

import type { Program } from './program/script-program.ts';

export interface StepCommand {
  readonly command: string;
  readonly args: readonly string[];
}

export interface StepLock {
  /** The flock program. */
  readonly flock: string;
  readonly lockPath: string;
  readonly attemptId: string;
}

/** Code of the flock program, by our own choice: somebody else has the lock. */
export const LOCKED_CODE = 75;

/** Code of the shell before it becomes the script: the ticket is not for this attempt, or cannot be marked. */
export const NO_TICKET_CODE = 70;

/**
 * Node reports an end by a signal that it has no name for, the real-time ones, as exit code 0. So no script ends by one:
 * they are ignored, unless a program of the script has a use for them.
 */
const IGNORE_UNNAMED_SIGNALS = `command trap '' ${Array.from({ length: 31 }, (_, n) => 34 + n).join(' ')} 2>/dev/null || :`;

/** 3 to 9 were only taken so that the lock's descriptor is none that scripts use. */
const CLOSE_SPARE_DESCRIPTORS = 'exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-';

/**
 * Where the system does not let the shell become the script, the ticket must not go on to say that it started. A shell runs
 * its EXIT trap then; bash does not, but goes on behind the `exec` where it is told to by `execfail`.
 */
const TELL_REFUSAL = [
  `trap '{ printf "%s refused\\n" "$_attempt" 1<>"$_lock"; } 2>/dev/null' EXIT`,
  '[ -z "$BASH_VERSION" ] || shopt -s execfail',
];

/**
 * Checks and marks the ticket under the lock. A fence first revokes the ticket, then looks who holds the lock: so a
 * child that came before is found as the holder, and one that comes later finds its ticket revoked.
 * `1<>` writes in place; `>` would empty the file first. The text is always the same: what a script says is only ever an
 * argument to it. Its variables have names that no script's environment has.
 */
const CHECK_TICKET = [
  CLOSE_SPARE_DESCRIPTORS,
  IGNORE_UNNAMED_SIGNALS,
  '_lock=$1 _attempt=$2; shift 2',
  `{ read -r _ticket <"$_lock"; } 2>/dev/null && [ "$_ticket" = "$_attempt waiting" ] || exit ${NO_TICKET_CODE}`,
  `{ printf '%s started\\n' "$_attempt" 1<>"$_lock"; } 2>/dev/null || exit ${NO_TICKET_CODE}`,
  ...TELL_REFUSAL,
  'exec "$@"',
  'exit',
].join('\n');

const RUN_PLAINLY = [CLOSE_SPARE_DESCRIPTORS, IGNORE_UNNAMED_SIGNALS, 'exec "$@"'].join('\n');

/** @param lock null on a platform without the flock program. */
export function stepCommand(program: Program, lock: StepLock | null): StepCommand {
  if (lock === null) return { command: '/bin/sh', args: ['-c', RUN_PLAINLY, 'sh', ...program] };
  const { flock, lockPath, attemptId } = lock;
  return underLock({ flock, lockPath }, ['/bin/sh', '-c', CHECK_TICKET, 'sh', lockPath, attemptId, ...program]);
}

/** Ends with code 0 where nobody holds the lock, else with LOCKED_CODE. */
export function probeCommand(lock: Omit<StepLock, 'attemptId'>): StepCommand {
  return underLock(lock, ['/bin/sh', '-c', ':']);
}

/** -F: the program becomes the command instead of waiting for it; -n: it does not wait for the lock. */
function underLock({ flock, lockPath }: Omit<StepLock, 'attemptId'>, command: readonly string[]): StepCommand {
  return { command: flock, args: ['-F', '-n', '-E', String(LOCKED_CODE), lockPath, ...command] };
}
