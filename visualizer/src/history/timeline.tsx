/** The slider through the moves of a run, and the choice of the run: the one of now, or one of the past. */

import type { JSX } from 'preact';

import { adjust } from '../routing/place.ts';
import { t, tell } from '../session/language.ts';
import { goToMove } from './go-to-move.ts';
import { RunChooser } from './run-chooser.tsx';
import type { History } from './use-history.ts';

export function Timeline({ history }: { readonly history: History }): JSX.Element | null {
  const { run, count, move, isPast } = history;
  const length = run.moves.length;
  const why = move ? tell(move.why) : '';
  if (length === 0) return null;
  return (
    <section class={isPast ? 'timeline past' : 'timeline'} aria-label={t('time.label')}>
      <button type="button" aria-pressed={!isPast} onClick={() => adjust({ t: null, run: null })}>
        <span class="dot" aria-hidden="true" />
        {isPast ? t('time.back') : t('time.live')}
      </button>
      <input
        type="range"
        min="0"
        max={length}
        value={count}
        aria-label={t('time.label')}
        aria-valuetext={why}
        onInput={(event) => goToMove(Number(event.currentTarget.value), length)}
      />
      <span class="time-at">{t('time.at', { at: count, count: length })}</span>
      <span class="time-why" dir="auto">
        {why}
      </span>
      <RunChooser runs={history.runs} />
    </section>
  );
}
