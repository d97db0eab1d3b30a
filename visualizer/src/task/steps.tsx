/** The steps of a task, each with its bar in time. */

import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';

import type { Step } from '../api/answers.ts';
import { t } from '../session/language.ts';
import { now } from '../ui/clock.ts';
import { describeDuration } from './durations.ts';
import { busySpans, type Scale, scaleOf } from './gantt.ts';
import type { Plan } from './plan.ts';
import { StepGroup } from './step-group.tsx';
import { stepGroups } from './step-groups.ts';
import { spanOf } from './step-span.ts';
import { useSelectedInView } from './use-selected-in-view.ts';

interface StepsOf {
  readonly steps: readonly Step[];
  readonly plan: Plan;
  readonly selected: number | null;
  /** Whether somebody chose it; else it moves on with the run. */
  readonly isChosen: boolean;
  readonly onSelect: (stepNo: number) => void;
  /** When the run that is shown began; null where there is none. */
  readonly runStart: number | null;
  /** The moment that is shown, where it is not now. */
  readonly pastTime: number | null;
}

export function Steps({ steps, plan, selected, isChosen, onSelect, runStart, pastTime }: StepsOf): JSX.Element {
  const runs = steps.some(({ status }) => status === 'RUNNING');
  const end = pastTime ?? (runs ? now.value : 0);
  const spans = steps.flatMap((step) => spanOf(step, end) ?? []);
  const busy = busySpans(spans, runs ? end : null);
  // The same scale lets all rows stay as they are, but for the one that changed.
  const scale = useMemo(() => scaleOf(busy), [JSON.stringify(busy)]);
  const busyMs = spans.reduce((sum, { from, to }) => sum + to - from, 0);
  return (
    <section class="card steps" aria-labelledby="steps-title">
      <header>
        <h2 id="steps-title">{t('steps.title')}</h2>
        {busyMs > 0 && <span class="faint">{t('steps.busy', { duration: describeDuration(busyMs) })}</span>}
      </header>
      <StepRows {...{ steps, plan, selected, isChosen, onSelect, runStart, scale, end }} />
    </section>
  );
}

interface RowsOf extends Pick<StepsOf, 'steps' | 'selected' | 'isChosen' | 'onSelect' | 'runStart'> {
  readonly plan: Plan;
  readonly scale: Scale;
  readonly end: number;
}

function StepRows({ steps, plan, selected, isChosen, onSelect, runStart, scale, end }: RowsOf): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useSelectedInView(list, selected, isChosen);
  const next = 'stepNo' in plan && plan.kind !== 'runs' ? plan.stepNo : null;
  const skips = next !== null;
  const skipping = useMemo(() => ({ runStart, skips }), [runStart, skips]);
  return (
    <div ref={list} class="step-rows">
      {stepGroups(steps).map((group) => {
        const has = (wanted: number | null) => group.some(({ stepNo }) => stepNo === wanted);
        return (
          <StepGroup
            key={group[0]?.stepNo}
            steps={group}
            scale={scale}
            skipping={skipping}
            selected={has(selected) ? selected : null}
            next={has(next) ? next : null}
            end={group.some(({ status }) => status === 'RUNNING') ? end : 0}
            onSelect={onSelect}
          />
        );
      })}
    </div>
  );
}
