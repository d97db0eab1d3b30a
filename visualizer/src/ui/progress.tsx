/** How many steps are done, as a bar. */

import type { JSX } from 'preact';

interface ProgressOf {
  readonly done: number;
  readonly total: number;
  readonly status: string | null;
}

export function Progress({ done, total, status }: ProgressOf): JSX.Element {
  const width = total === 0 ? 0 : (100 * done) / total;
  return (
    <svg
      class={`progress status-${status ?? 'unknown'}`}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect class="ground" width="100" height="6" />
      <rect class="done" width={width} height="6" />
      {done < total && status !== 'PENDING' && (
        <rect class="here" x={width} width={Math.max(1.5, 100 / Math.max(1, total))} height="6" />
      )}
    </svg>
  );
}
