/** All tasks, newest first: filtered, searched, kept up to date. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { adjust, place } from '../routing/place.ts';
import { t } from '../session/language.ts';
import { Icon } from '../ui/icons.tsx';
import { STATUSES } from '../ui/status.ts';
import { statusWord } from '../ui/status-chip.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { TaskPages } from './task-pages.tsx';
import { useDroppedFile } from './use-dropped-file.ts';

export function TaskList(): JSX.Element {
  const [draft, setDraft] = useState<string | null>(null);
  const isDropping = useDroppedFile(setDraft);
  const shown = place.value;
  const { status, q } = shown.page === 'list' ? shown : { status: null, q: '' };
  return (
    <section class="list">
      <h1 class="sr">{t('app.title')}</h1>
      <div class="list-tools">
        <StatusFilter status={status} />
        <label class="search" title={t('list.searchLoaded')}>
          <Icon name="search" />
          <input
            type="search"
            value={q}
            placeholder={t('list.search')}
            aria-label={t('list.search')}
            onInput={(event) => adjust({ q: event.currentTarget.value })}
          />
        </label>
        <button type="button" class="primary" onClick={() => setDraft('')}>
          <Icon name="plus" />
          {t('list.new')}
        </button>
      </div>
      <TaskPages key={status} status={status} q={q} />
      {isDropping && <div class="drop">{t('create.drop')}</div>}
      {draft !== null && <CreateDialog key={draft} draft={draft} onClose={() => setDraft(null)} />}
    </section>
  );
}

function StatusFilter({ status }: { readonly status: string | null }): JSX.Element {
  return (
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
  );
}
