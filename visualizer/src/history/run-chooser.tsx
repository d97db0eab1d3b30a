/** The runs of a task, newest first, to look at one of the past. */

import type { JSX } from 'preact';

import { adjust, place } from '../routing/place.ts';
import { language, t } from '../session/language.ts';
import { describeMoment, timeOf } from '../task/durations.ts';
import { now } from '../ui/clock.ts';
import type { Run } from './run.ts';
import { isRunEnd } from './run-end.ts';

export function RunChooser({ runs }: { readonly runs: readonly Run[] }): JSX.Element | null {
  if (runs.length < 2) return null;
  const newest = runs[0]?.run;
  const wanted = place.value.page === 'task' ? place.value.run : null;
  const choose = (run: string) => adjust({ run: run === newest ? null : run, t: null });
  return (
    <label class="run-chooser">
      {t('time.run')}
      <select
        aria-label={t('time.run')}
        value={wanted ?? newest}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {runs.map((run) => (
          <option key={run.run} value={run.run}>
            {describeRun(run)}
          </option>
        ))}
      </select>
    </label>
  );
}

function describeRun({ startedAt, by, end }: Run): string {
  const time = timeOf(startedAt);
  const moment = time === null ? '—' : describeMoment(time, now.peek(), language.value);
  const words = end === null ? t('end.running') : isRunEnd(end) ? t(`end.${end}`) : end;
  return t('time.by', { moment, by: by ?? '—', end: words });
}
