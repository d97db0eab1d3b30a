/** Which tasks are listed: of which status, whether a service runs them now, and how their ids or names begin. */

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { adjust } from '../routing/place.ts';
import type { ListPlace } from '../routing/url-state.ts';
import { t } from '../session/language.ts';
import { Icon } from '../ui/icons.tsx';
import { STATUSES } from '../ui/status.ts';
import { statusWord } from '../ui/status-chip.tsx';

export function ListFilter({ status, q, active }: Omit<ListPlace, 'page'>): JSX.Element {
  return (
    <>
      <div class="filter" role="group" aria-label={t('list.filter')}>
        {[null, ...STATUSES].map((one) => (
          <button
            key={one}
            type="button"
            class={`filter-${one ?? 'all'}`}
            aria-pressed={status === one}
            onClick={() => adjust({ status: one })}
          >
            {one !== null && <span class="dot" aria-hidden="true" />}
            {one === null ? t('status.all') : statusWord(one)}
          </button>
        ))}
      </div>
      <label class="chooser">
        <span class="sr">{t('list.active')}</span>
        <select
          value={String(active)}
          onChange={({ currentTarget: { value } }) => adjust({ active: value === 'null' ? null : value === 'true' })}
        >
          {(['null', 'true', 'false'] as const).map((one) => (
            <option key={one} value={one}>
              {t(`list.active.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <Search q={q} />
    </>
  );
}

/** Somebody who writes is not asked for at each letter. */
const DEBOUNCE_MS = 250;

/** As many characters as the service takes. */
const MOST_CHARACTERS = 255;

function Search({ q }: { readonly q: string }): JSX.Element {
  const [written, setWritten] = useState(q);
  const sent = useRef(q);
  // A link or a step back in the browser searches for something else; what was sent may have been written on meanwhile.
  useEffect(() => {
    if (q !== sent.current) setWritten(q);
    sent.current = q;
  }, [q]);
  useEffect(() => {
    if (written === q) return;
    const timer = setTimeout(() => {
      sent.current = written;
      adjust({ q: written });
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [written]);
  return (
    <label class="search" title={t('list.searchHow')}>
      <Icon name="search" />
      <input
        type="search"
        value={written}
        maxLength={MOST_CHARACTERS}
        placeholder={t('list.search')}
        aria-label={t('list.search')}
        onInput={(event) => setWritten(event.currentTarget.value)}
      />
    </label>
  );
}
