/** Asks before a task is deleted, with what is lost. */

import type { JSX } from 'preact';

import type { Step, Task } from '../api/answers.ts';
import { taskPath } from '../api/paths.ts';
import { goTo } from '../routing/place.ts';
import { ALL_TASKS } from '../routing/url-state.ts';
import { deleted } from '../session/deleted.ts';
import { t } from '../session/language.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { isInterrupted } from './plan.ts';

interface DeleteOf {
  readonly task: Task;
  readonly steps: readonly Step[];
  readonly onClose: () => void;
}

export function DeleteDialog({ task, steps, onClose }: DeleteOf): JSX.Element {
  const attempts = steps.reduce((sum, step) => sum + step.attempts, 0);
  const leave = () => {
    deleted.value = task.name;
    goTo(ALL_TASKS);
  };
  return (
    <ChangeDialog
      title={t('delete.title')}
      verb={t('delete.verb')}
      request={{ method: 'DELETE', path: taskPath(task.taskId) }}
      isDanger
      onDone={leave}
      onClose={onClose}
    >
      <p dir="auto">{t('delete.task', { name: task.name, id: task.taskId })}</p>
      <ul class="lost">
        <li>{t('delete.steps', { count: steps.length })}</li>
        <li>{t('delete.logs', { count: attempts })}</li>
        <li>{t('delete.journals')}</li>
      </ul>
      {isInterrupted(task) && <p>{t('delete.residue')}</p>}
      <p class="faint">{t('delete.kept')}</p>
    </ChangeDialog>
  );
}
