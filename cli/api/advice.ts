/** What to do about a refusal, in the words of the command line. */

import { commandLine } from '../text/shell-word.ts';

const GIVE_TOKEN = [
  'Give a token by --token-file FILE, or by TMS_INIT_TOKEN_FILE or TMS_INIT_TOKEN;',
  'tms-init token NAME --role read|operate|author makes one for the TOKENS_FILE of the service.',
];

/** A line, or one with commands for the task. */
type Line = string | ((command: (name: string, ...flags: readonly string[]) => string) => string);

const ADVICE: Readonly<Record<string, readonly Line[]>> = {
  unauthorized: GIVE_TOKEN,
  forbidden: ['Give a token of that role by --token-file FILE, or by TMS_INIT_TOKEN_FILE or TMS_INIT_TOKEN.'],
  'task-not-found': ['tms-init list shows the tasks there are.'],
  'step-not-found': [(command) => `${command('steps')} shows the steps there are.`],
  'task-exists': [(command) => `Nothing was changed. To execute the task that is there: ${command('run')}`],
  'already-running': [(command) => `${command('status', '--watch')} shows it; ${command('cancel')} ends it.`],
  'not-running': [(command) => `There is nothing to be done; ${command('status')} tells how it ended.`],
  'earlier-step-not-success': [
    (command) => `Resume at an earlier step, or settle that one by tms-init resolve; ${command('steps')} shows them.`,
  ],
  'step-succeeded': [
    'Its script has done its work. Resolved as FAILED it can be mended and run again: tms-init resolve --help tells how.',
  ],
  'log-not-available': ['Look at LOG_DIR and LOG_ROOTS of the service, and at the rights of the file.'],
  'misdirected-host': ['Put the name into ALLOWED_HOSTS of the service, or give its IP address by --url.'],
  'not-found': ['The service may be older than this tms-init, which asked for something that it does not have.'],
  'method-not-allowed': [
    'The service may be older than this tms-init, which asked for something that it does not have.',
  ],
  internal: ['Look into the log of the service.'],
  'database-unavailable': ['Try again; if it lasts, look at the database and at the log of the service.'],
};

export interface ProblemPlace {
  readonly url: string;
  /** Seconds, as the service says it; null where it does not. */
  readonly retryAfter: string | null;
}

export interface Refused extends ProblemPlace {
  readonly taskId: string | null;
}

export function adviceFor(code: string, { url, retryAfter, taskId }: Refused): readonly string[] {
  const known = Object.hasOwn(ADVICE, code) ? ADVICE[code] : undefined;
  const command = (name: string, ...flags: readonly string[]) => commandLine(name, [taskId ?? 'TASK'], flags);
  if (known) return known.map((line) => (typeof line === 'string' ? line : line(command)));
  const again = retryAfter === null ? [] : [`Try again after ${retryAfter} s.`];
  return [...again, `${url}/problems/${encodeURIComponent(code)} says what it means.`];
}
