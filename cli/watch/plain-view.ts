/** A run where there is no terminal: a line for each step that starts or ends. */

import type { Step } from '../api/answers.ts';
import type { Session } from '../session.ts';
import { durationText, msBetween } from '../text/duration.ts';
import { inertLine } from '../text/inert.ts';
import { tellOutcome } from './tell-outcome.ts';
import type { TaskEvent } from './task-event.ts';
import type { Watched } from './watched.ts';
import type { WatchView } from './watch-view.ts';

export function openPlainView(session: Session): WatchView {
  const { output } = session;
  let told: Map<number, string> | null = null;
  return {
    show(watched, event) {
      const known = (told ??= toldBefore(watched));
      for (const step of stepsOf(event)) {
        if (known.get(step.stepNo) === stateOf(step)) continue;
        known.set(step.stepNo, stateOf(step));
        if (step.status !== 'PENDING') output.lines([describe(step, watched.steps.size)]);
      }
    },
    lost: ({ message }) => output.note(`Trying again: ${inertLine(message)}`),
    stop() {
      // Nothing is in place.
    },
    close: (watched, outcome) => tellOutcome(session, watched, outcome),
  };
}

/** What whoever watches knows already: how the steps were before the run. */
function toldBefore({ before }: Watched): Map<number, string> {
  return new Map(before?.map((step) => [step.stepNo, stateOf(step)]));
}

function stepsOf(event: TaskEvent): readonly Step[] {
  if (event.name === 'snapshot') return event.data.steps;
  return event.name === 'step' ? [event.data.step] : [];
}

function stateOf({ status, attempts }: Step): string {
  return `${attempts} ${status}`;
}

function describe(step: Step, steps: number): string {
  const { stepNo, status, attempts, startedAt, finishedAt, message } = step;
  const name = `step ${stepNo} of ${steps} (${inertLine(step.name)})`;
  if (status === 'RUNNING') return `${name}: started${attempts > 1 ? `, attempt ${attempts}` : ''}`;
  const tookMs = msBetween(startedAt, finishedAt);
  const took = tookMs === null ? '' : ` after ${durationText(tookMs)}`;
  const why = status === 'FAILED' && message !== null ? `: ${inertLine(message)}` : '';
  return `${name}: ${inertLine(status ?? 'no status')}${took}${why}`;
}
