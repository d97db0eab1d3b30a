/** What changes while a script runs. */

import type { LaunchedProcess } from './launcher/track-requests.ts';

export interface Supervised {
  /** A later one where the first found the lock held. */
  process: LaunchedProcess;
  /** The last signal that it was sent from here. */
  signal: 'SIGTERM' | 'SIGKILL' | null;
  /** Why it was first sent one, in words. */
  why: string | null;
  /** See RunningScript.overgrown. */
  readonly overgrown: PromiseWithResolvers<number>;
}

export function supervise(process: LaunchedProcess): Supervised {
  const supervised = { process, signal: null, why: null, overgrown: Promise.withResolvers<number>() };
  hearOfLog(supervised);
  return supervised;
}

/** The log is the same for each try, but whoever watches it is not. */
export function replaceProcess(supervised: Supervised, process: LaunchedProcess): void {
  supervised.process = process;
  hearOfLog(supervised);
}

function hearOfLog({ process, overgrown }: Supervised): void {
  void process.overgrown.then(overgrown.resolve);
}
