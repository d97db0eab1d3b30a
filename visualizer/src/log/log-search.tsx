/** Searches in the lines that are loaded. */

import type { JSX } from 'preact';

import { t } from '../session/language.ts';
import { Icon } from '../ui/icons.tsx';

interface SearchOf {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** Counted from 0. */
  readonly match: number;
  readonly count: number;
  readonly onMatch: (match: number) => void;
}

export function LogSearch({ query, onQuery, match, count, onMatch }: SearchOf): JSX.Element {
  const go = (by: number) => onMatch((match + by + count) % Math.max(1, count));
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') onQuery('');
  };
  return (
    <div class="log-search">
      <label class="search">
        <Icon name="search" />
        <input
          type="search"
          value={query}
          placeholder={t('log.search')}
          aria-label={t('log.search')}
          onInput={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={onKey}
        />
      </label>
      {query !== '' && (
        <>
          <span class="matches" aria-live="polite">
            {count === 0 ? t('log.noMatch') : t('log.matches', { at: match + 1, count })}
          </span>
          <button
            type="button"
            class="plain"
            disabled={count === 0}
            onClick={() => go(-1)}
            aria-label={t('log.previous')}
          >
            <Icon name="previous" />
          </button>
          <button type="button" class="plain" disabled={count === 0} onClick={() => go(1)} aria-label={t('log.next')}>
            <Icon name="next" />
          </button>
        </>
      )}
    </div>
  );
}
