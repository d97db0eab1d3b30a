/** The pages of the list, one below the other. Each begins where the one before ends, also when that moves. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import type { Task, TaskPage } from '../api/answers.ts';
import { listPath } from '../api/paths.ts';
import { useWatched } from '../api/use-watched.ts';
import { t } from '../session/language.ts';
import { FaultNote } from '../ui/fault-note.tsx';
import { TaskRow } from './task-row.tsx';

const EVERY_MS = 2000;

interface Wanted {
  readonly status: string | null;
  readonly q: string;
}

export function TaskPages(wanted: Wanted): JSX.Element {
  const [pages, setPages] = useState(1);
  return <PagesFrom {...wanted} cursor={null} left={pages} onMore={() => setPages(pages + 1)} />;
}

interface PagesOf extends Wanted {
  readonly cursor: string | null;
  /** How many pages are shown, this one included. */
  readonly left: number;
  readonly onMore: () => void;
}

function PagesFrom({ status, q, cursor, left, onMore }: PagesOf): JSX.Element {
  const { value: page, fault } = useWatched<TaskPage>(listPath({ status, cursor }), EVERY_MS);
  if (!page) return fault ? <FaultNote fault={fault} /> : <p class="faint centre">{t('app.loading')}</p>;
  const found = page.items.filter((task) => fits(task, q));
  return (
    <>
      {fault && <FaultNote fault={fault} />}
      <ul class="tasks">
        {found.map((task) => (
          <TaskRow key={task.taskId} task={task} />
        ))}
      </ul>
      {found.length === 0 && cursor === null && <Nothing isEmpty={page.items.length === 0 && status === null} />}
      {page.nextCursor !== null && left > 1 && (
        <PagesFrom {...{ status, q, onMore }} cursor={page.nextCursor} left={left - 1} />
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

function fits({ taskId, name }: Task, q: string): boolean {
  const wanted = q.trim().toLowerCase();
  return taskId.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted);
}
