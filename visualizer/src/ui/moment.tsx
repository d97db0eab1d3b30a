/** A moment as people read it, with the whole of it on demand. */

import type { JSX } from 'preact';

import { language } from '../session/language.ts';
import { describeMoment } from '../task/durations.ts';
import { now } from './clock.ts';

export function Moment({ time }: { readonly time: number | null }): JSX.Element {
  if (time === null) return <span class="faint">—</span>;
  const iso = new Date(time).toISOString();
  return (
    <time dateTime={iso} title={iso}>
      {describeMoment(time, now.peek(), language.value)}
    </time>
  );
}
