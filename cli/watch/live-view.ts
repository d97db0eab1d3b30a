/** A run on a terminal: its steps, changed in place as it goes on. */

import process from 'node:process';

import { createLogUpdate } from 'log-update';

import type { Session } from '../session.ts';
import { inertLine } from '../text/inert.ts';
import { inertPainted } from '../text/inert-painted.ts';
import { frameLines } from './frame.ts';
import { tellOutcome } from './tell-outcome.ts';
import type { Watched } from './watched.ts';
import type { WatchView } from './watch-view.ts';

/** So often that times and the turning mark move evenly. */
const FRAME_MS = 100;

export function openLiveView(session: Session): WatchView {
  const { stdout } = process;
  const update = createLogUpdate(stdout);
  let shown: Watched | null = null;
  let trouble: string | null = null;
  let frames = 0;
  const draw = (isLast: boolean) => {
    if (shown === null) return;
    const { columns, rows } = stdout;
    const size = { columns, rows, colors: session.output.colors };
    const lines = frameLines(shown, { ...size, frame: isLast ? null : frames, trouble, nowMs: Date.now() });
    update(lines.map((line) => inertPainted(line, session.output.colors.isColorSupported)).join('\n'));
  };
  const timer = setInterval(() => {
    frames += 1;
    draw(false);
  }, FRAME_MS);
  return {
    show(watched) {
      shown = watched;
      trouble = null;
    },
    lost: ({ message }) => void (trouble = `trying again: ${inertLine(message)}`),
    stop() {
      clearInterval(timer);
      trouble = null;
      draw(true);
      update.done();
    },
    close: (watched, outcome) => tellOutcome(session, watched, outcome),
  };
}
