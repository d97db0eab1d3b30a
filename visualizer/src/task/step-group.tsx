/** A group of steps in the list: drawn anew only where something of it changed, and its bars only while it is in view. */

import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import { useRef } from 'preact/hooks';

import type { Step } from '../api/answers.ts';
import type { Scale } from './gantt.ts';
import { skipOf, type Skipping } from './skip-of.ts';
import { StepRow } from './step-row.tsx';
import { spanOf } from './step-span.ts';
import { useIsOutOfView } from './use-is-out-of-view.ts';

interface GroupOf {
  readonly steps: readonly Step[];
  readonly scale: Scale;
  readonly skipping: Skipping;
  /** The step that is looked at, where it is one of these. */
  readonly selected: number | null;
  /** The step where execute would go on, where it is one of these. */
  readonly next: number | null;
  /** The moment that is shown; 0 where none of them runs. */
  readonly end: number;
  readonly onSelect: (stepNo: number) => void;
}

/** The scale changes for all steps at once: those that nobody sees keep the one they had. */
export function StepGroup({ scale, ...group }: GroupOf): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const isOutOfView = useIsOutOfView(list);
  const drawn = useRef(scale);
  if (!isOutOfView) drawn.current = scale;
  return (
    <ol ref={list} class="step-group">
      <GroupRows {...group} scale={drawn.current} />
    </ol>
  );
}

const GroupRows = memo(
  ({ steps, scale, skipping, selected, next, end, onSelect }: GroupOf): JSX.Element => (
    <>
      {steps.map((step) => (
        <StepRow
          key={step.stepNo}
          step={step}
          span={spanOf(step, end)}
          scale={scale}
          isSelected={step.stepNo === selected}
          skip={skipOf(step, skipping)}
          isNext={step.stepNo === next}
          onSelect={onSelect}
        />
      ))}
    </>
  ),
  (one, other) =>
    one.scale === other.scale &&
    one.skipping === other.skipping &&
    one.selected === other.selected &&
    one.next === other.next &&
    one.end === other.end &&
    one.steps.length === other.steps.length &&
    one.steps.every((step, index) => step === other.steps[index]),
);
