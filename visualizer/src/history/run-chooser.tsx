/** The runs of a task, newest first, to look at one of the past. */

import type { JSX } from 'preact';

import { taskPath } from '../api/paths.ts';
import { useWatched } from '../api/use-watched.ts';
import { adjust, place } from '../routing/place.ts';
import { language, t } from '../session/language.ts';
import { describeMoment, timeOf } from '../task/durations.ts';
import { now } from '../ui/clock.ts';
import { isRunEnd } from './run-end.ts';

interface Run {
  readonly run: string;
  readonly startedAt: string;
  readonly by: string | null;
  readonly end: string | null;
}

const EVERY_MS = 5000;

export function RunChooser({
  taskId,
  shown,
}: {
  readonly taskId: string;
  readonly shown: string | null;
}): JSX.Element | null {
  const { value } = useWatched<readonly Run[]>(`${taskPath(taskId)}/runs`, EVERY_MS);
  if (!value || value.length === 0) return null;
  const wanted = place.value.page === 'task' ? place.value.run : null;
  return (
    <label class="run-chooser">
      {t('time.run')}
      <select value={wanted ?? ''} onChange={(event) => adjust({ run: event.currentTarget.value || null, t: null })}>
        <option value="">{t('time.runNow')}</option>
        {value.map((run) => (
          <option key={run.run} value={run.run} disabled={wanted === null && run.run === shown}>
            {describeRun(run)}
          </option>
        ))}
      </select>
    </label>
  );
}

function describeRun({ startedAt, by, end }: Run): string {
  const moment = describeMoment(timeOf(startedAt) ?? 0, now.peek(), language.value);
  const words = end === null ? t('end.running') : isRunEnd(end) ? t(`end.${end}`) : end;
  return t('time.by', { moment, by: by ?? '—', end: words });
}
