/** All tasks, newest first: filtered, searched, kept up to date. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { place } from '../routing/place.ts';
import { ALL_TASKS } from '../routing/url-state.ts';
import { deleted } from '../session/deleted.ts';
import { t } from '../session/language.ts';
import { may } from '../session/role.ts';
import { Icon } from '../ui/icons.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { ListFilter } from './list-filter.tsx';
import { TaskPages } from './task-pages.tsx';
import { useDroppedFile } from './use-dropped-file.ts';

export function TaskList(): JSX.Element {
  const [draft, setDraft] = useState<string | null>(null);
  const isDropping = useDroppedFile(setDraft);
  const shown = place.value;
  const { status, q, active } = shown.page === 'list' ? shown : ALL_TASKS;
  return (
    <section class="list">
      <h1 class="sr">{t('app.title')}</h1>
      <div class="list-tools">
        <ListFilter status={status} q={q} active={active} />
        {may('author') && (
          <button type="button" class="primary" onClick={() => setDraft('')}>
            <Icon name="plus" />
            {t('list.new')}
          </button>
        )}
      </div>
      <p class="told" role="status">
        {deleted.value !== null && t('told.deleted', { task: deleted.value })}
      </p>
      <TaskPages status={status} q={q} active={active} />
      {isDropping && may('author') && <div class="drop">{t('create.drop')}</div>}
      {draft !== null && may('author') && <CreateDialog key={draft} draft={draft} onClose={() => setDraft(null)} />}
    </section>
  );
}
