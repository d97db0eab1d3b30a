/** A run for programs: each event as a line of JSON, and a last line with the outcome. */

import type { Session } from '../session.ts';
import { inertJson } from '../text/inert-json.ts';
import { exitCodeOf } from './outcome.ts';
import type { WatchView } from './watch-view.ts';

export function openJsonView({ output }: Session): WatchView {
  const say = (line: object) => output.lines([inertJson(line)]);
  return {
    show: (_watched, event) => say({ event: event.name === 'other' ? event.event : event.name, ...event.data }),
    lost: ({ message }) => say({ event: 'lost', why: message }),
    stop() {
      // Nothing is in place.
    },
    close({ task }, outcome) {
      say({ event: 'outcome', outcome: outcome.kind, exitCode: exitCodeOf(outcome), task });
      return Promise.resolve();
    },
  };
}
