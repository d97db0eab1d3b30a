/** What changes while a script runs. */

import type { LaunchedProcess } from './launcher/track-requests.ts';

export interface Supervised {
  /** A later one where the first found the lock held. */
  process: LaunchedProcess;
  /** The last signal that it was sent from here. */
  signal: 'SIGTERM' | 'SIGKILL' | null;
}
