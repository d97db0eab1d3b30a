/** All steps of a task as one bar: where it is at a glance, however many there are. */

import type { JSX } from 'preact';

import type { Step } from '../api/answers.ts';

const WIDTH = 1000;

export function StepStrip({ steps }: { readonly steps: readonly Step[] }): JSX.Element {
  const wide = WIDTH / Math.max(1, steps.length);
  const gap = steps.length > 60 ? 0 : 3;
  return (
    <svg class="strip" viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
      {groups(steps).map(({ status, from, to }) => (
        <rect
          key={from}
          class={`bar status-${status ?? 'unknown'}`}
          x={from * wide}
          width={Math.max(0.5, (to - from) * wide - gap)}
          height="8"
          rx="1"
        />
      ))}
    </svg>
  );
}

interface Group {
  readonly status: string | null;
  readonly from: number;
  readonly to: number;
}

/** One for each step, or for each row of the same status where steps would be thinner than the eye can see. */
function groups(steps: readonly Step[]): readonly Group[] {
  const joined: Group[] = [];
  steps.forEach(({ status }, index) => {
    const last = joined.at(-1);
    if (steps.length > 60 && last?.status === status) joined[joined.length - 1] = { ...last, to: index + 1 };
    else joined.push({ status, from: index, to: index + 1 });
  });
  return joined;
}
