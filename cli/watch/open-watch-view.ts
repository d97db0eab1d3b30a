/** Chooses how a run is shown while it is watched: in place on a terminal, by lines elsewhere, by JSON to programs. */

import type { Session } from '../session.ts';
import type { WatchView } from './watch-view.ts';

/** Only the one that is needed is loaded. */
export async function openWatchView(session: Session): Promise<WatchView> {
  if (session.json) return (await import('./json-view.ts')).openJsonView(session);
  if (!session.output.isTerminal) return (await import('./plain-view.ts')).openPlainView(session);
  return (await import('./live-view.ts')).openLiveView(session);
}
