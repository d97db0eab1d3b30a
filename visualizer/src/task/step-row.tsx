/** A step in the list: number, name, bar, status, and what is worth to know beside it. */

import type { JSX } from 'preact';
import { memo } from 'preact/compat';

import type { Step } from '../api/answers.ts';
import { t, tell } from '../session/language.ts';
import { statusWord } from '../ui/status-chip.tsx';
import { describeDuration } from './durations.ts';
import { type Scale, type Span, WIDTH } from './gantt.ts';
import type { Skip } from './skip-of.ts';

interface RowOf {
  readonly step: Step;
  readonly span: Span | null;
  readonly scale: Scale;
  readonly isSelected: boolean;
  readonly skip: Skip | null;
  readonly isNext: boolean;
  readonly onSelect: (stepNo: number) => void;
}

export const StepRow = memo((row: RowOf): JSX.Element => {
  const { step, span, scale, isSelected, skip, isNext, onSelect } = row;
  return (
    <li class={`step-row status-${step.status ?? 'unknown'}${skip ? ' skipped' : ''}${isNext ? ' next' : ''}`}>
      <button type="button" aria-current={isSelected} onClick={() => onSelect(step.stepNo)}>
        <span class="step-no">{step.stepNo}</span>
        <span class="step-name" dir="auto" title={step.name}>
          {step.name}
        </span>
        <Bar status={step.status} span={span} scale={scale} />
        <span class="step-time">{span && span.to > span.from && describeDuration(span.to - span.from)}</span>
        <span class="step-status">
          <span class="dot" aria-hidden="true" />
          {statusWord(step.status)}
        </span>
        <Remarks step={step} skip={skip} isNext={isNext} />
      </button>
    </li>
  );
}, isSameRow);

/** While one step runs the times of all others stay, although they are counted anew. */
function isSameRow(one: RowOf, other: RowOf): boolean {
  const keys = ['step', 'scale', 'isSelected', 'skip', 'isNext', 'onSelect'] as const;
  const isSameSpan = one.span?.from === other.span?.from && one.span?.to === other.span?.to;
  return isSameSpan && keys.every((key) => key === 'onSelect' || one[key] === other[key]);
}

/** What still can be seen. */
const THINNEST = 4;

interface BarOf {
  readonly status: string | null;
  readonly span: Span | null;
  readonly scale: Scale;
}

/** Boxes rather than a drawing: each drawing is cut out and scaled on its own, in every frame while somebody scrolls. */
function Bar({ status, span, scale }: BarOf): JSX.Element {
  const from = span ? scale.place(span.from) : 0;
  const to = span ? scale.place(span.to) : 0;
  const left = percent(Math.min(from, WIDTH - THINNEST));
  const width = percent(Math.max(THINNEST, to - from));
  return (
    <span class="gantt" aria-hidden="true">
      {scale.breaks.map((at) => (
        <span key={at} class="gap" style={{ left: percent(at) }} title={t('steps.gap')} />
      ))}
      {span && <span class={`bar status-${status ?? 'unknown'}`} style={{ left, width }} />}
    </span>
  );
}

function percent(place: number): string {
  return `${(100 * place) / WIDTH}%`;
}

function Remarks({ step, skip, isNext }: Pick<RowOf, 'step' | 'skip' | 'isNext'>): JSX.Element | null {
  const { exitCode, attempts, message } = step;
  const remarks = [
    skip !== null && t(`steps.skip.${skip}`),
    attempts > 1 && t('steps.attempts', { count: attempts }),
    exitCode !== null && exitCode !== 0 && t('steps.exit', { code: exitCode }),
  ].filter((remark) => remark !== false);
  if (remarks.length === 0 && message === null && !isNext) return null;
  return (
    <span class="step-remarks">
      {remarks.map((remark) => (
        <span key={remark} class="tag">
          {remark}
        </span>
      ))}
      {isNext && <span class="tag next">{t('steps.first')}</span>}
      {message !== null && (
        <span class="step-message" dir="auto">
          {tell(message)}
        </span>
      )}
    </span>
  );
}
