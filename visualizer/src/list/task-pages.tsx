/** The pages of the list, one below the other. Each begins where the one before ends, also when that moves. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import type { TaskPage } from '../api/answers.ts';
import { listPath, type ListQuery } from '../api/paths.ts';
import { useWatched } from '../api/use-watched.ts';
import { t } from '../session/language.ts';
import { FaultNote } from '../ui/fault-note.tsx';
import { TaskRow } from './task-row.tsx';

const EVERY_MS = 2000;

type Wanted = Omit<ListQuery, 'cursor'>;

export function TaskPages(wanted: Wanted): JSX.Element {
  const [shown, setShown] = useState({ of: '', pages: 1 });
  // Whoever wants other tasks begins at their first page; those of before are shown until that has come.
  const of = JSON.stringify(wanted);
  const pages = shown.of === of ? shown.pages : 1;
  return <PagesFrom {...wanted} cursor={null} left={pages} onMore={() => setShown({ of, pages: pages + 1 })} />;
}

interface PagesOf extends Wanted {
  readonly cursor: string | null;
  /** How many pages are shown, this one included. */
  readonly left: number;
  readonly onMore: () => void;
}

function PagesFrom({ cursor, left, onMore, ...wanted }: PagesOf): JSX.Element {
  const path = listPath({ ...wanted, cursor });
  const { value: page, of, fault } = useWatched<TaskPage>(path, EVERY_MS);
  if (!page) return fault ? <FaultNote fault={fault} /> : <p class="faint centre">{t('app.loading')}</p>;
  return (
    <>
      {fault && <FaultNote fault={fault} />}
      <ul class="tasks" aria-busy={of !== path}>
        {page.items.map((task) => (
          <TaskRow key={task.taskId} task={task} />
        ))}
      </ul>
      {page.items.length === 0 && cursor === null && <Nothing isEmpty={isAnything(wanted)} />}
      {page.nextCursor !== null && left > 1 && (
        <PagesFrom {...wanted} onMore={onMore} cursor={page.nextCursor} left={left - 1} />
      )}
      {page.nextCursor !== null && left === 1 && (
        <button type="button" class="more" onClick={onMore}>
          {t('list.more')}
        </button>
      )}
    </>
  );
}

function Nothing({ isEmpty }: { readonly isEmpty: boolean }): JSX.Element {
  return (
    <div class="nothing">
      <strong>{t(isEmpty ? 'list.empty' : 'list.none')}</strong>
      <span>{t(isEmpty ? 'list.emptyHint' : 'list.noneHint')}</span>
    </div>
  );
}

function isAnything({ status, q, active }: Wanted): boolean {
  return status === null && q === '' && active === null;
}
