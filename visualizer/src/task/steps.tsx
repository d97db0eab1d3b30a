/** The steps of a task, each with its bar in time. */

import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';

import type { Step } from '../api/answers.ts';
import { t } from '../session/language.ts';
import { now } from '../ui/clock.ts';
import { describeDuration, timeOf } from './durations.ts';
import { roundedNow, type Scale, scaleOf, type Span } from './gantt.ts';
import { isSkipped, type Plan } from './plan.ts';
import { StepRow } from './step-row.tsx';

interface StepsOf {
  readonly steps: readonly Step[];
  readonly plan: Plan;
  readonly selected: number | null;
  readonly onSelect: (stepNo: number) => void;
  /** The moment that is shown, where it is not now. */
  readonly pastTime: number | null;
}

export function Steps({ steps, plan, selected, onSelect, pastTime }: StepsOf): JSX.Element {
  const runs = steps.some(({ status }) => status === 'RUNNING');
  const end = pastTime ?? (runs ? now.value : 0);
  const spans = steps.flatMap((step) => spanOf(step, end) ?? []);
  const rounded = roundedEnd(steps, end);
  const scale = useMemo(() => scaleOf(steps.flatMap((step) => spanOf(step, rounded) ?? [])), [steps, rounded]);
  const busyMs = spans.reduce((sum, { from, to }) => sum + to - from, 0);
  const next = 'stepNo' in plan && plan.kind !== 'runs' ? plan.stepNo : null;
  return (
    <section class="card steps" aria-labelledby="steps-title">
      <header>
        <h2 id="steps-title">{t('steps.title')}</h2>
        {busyMs > 0 && <span class="faint">{t('steps.busy', { duration: describeDuration(busyMs) })}</span>}
      </header>
      <StepRows {...{ steps, plan, selected, onSelect, scale, end, next }} />
    </section>
  );
}

interface RowsOf extends Pick<StepsOf, 'steps' | 'plan' | 'selected' | 'onSelect'> {
  readonly scale: Scale;
  readonly end: number;
  readonly next: number | null;
}

function StepRows({ steps, plan, selected, onSelect, scale, end, next }: RowsOf): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <ol ref={list} class="step-rows">
      {steps.map((step) => (
        <StepRow
          key={step.stepNo}
          step={step}
          span={spanOf(step, end)}
          scale={scale}
          isSelected={step.stepNo === selected}
          isSkipped={isSkipped(step, plan)}
          isNext={step.stepNo === next}
          onSelect={onSelect}
        />
      ))}
    </ol>
  );
}

/** From start to end; what still runs has no end but the moment that is shown. */
function spanOf({ startedAt, finishedAt, status }: Step, end: number): Span | null {
  const from = timeOf(startedAt);
  if (from === null) return null;
  const to = timeOf(finishedAt) ?? (status === 'RUNNING' ? end : from);
  return { from, to: Math.max(from, to) };
}

function roundedEnd(steps: readonly Step[], end: number): number {
  const starts = steps.flatMap(({ status, startedAt }) => (status === 'RUNNING' ? (timeOf(startedAt) ?? []) : []));
  return starts.length === 0 ? end : roundedNow(Math.min(...starts), end);
}
