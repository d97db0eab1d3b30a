/** A task in the list. */

import type { JSX } from 'preact';
import { memo } from 'preact/compat';

import type { Task } from '../api/answers.ts';
import { taskPlace, writePlace } from '../routing/url-state.ts';
import { t, tell } from '../session/language.ts';
import { timeOf } from '../task/durations.ts';
import { isInterrupted } from '../task/plan.ts';
import { Moment } from '../ui/moment.tsx';
import { Progress } from '../ui/progress.tsx';
import { StatusChip } from '../ui/status-chip.tsx';

export const TaskRow = memo(({ task }: { readonly task: Task }): JSX.Element => {
  const { taskId, name, status, totalSteps, successSteps, message } = task;
  const interrupted = isInterrupted(task);
  return (
    <li>
      <a class="task-row" href={writePlace(taskPlace(taskId))}>
        <StatusChip status={status} interrupted={interrupted} />
        <span class="task-name">
          <strong dir="auto">{name}</strong>
          <code dir="auto">{taskId}</code>
        </span>
        <span class="task-progress">
          <Progress done={successSteps} total={totalSteps} status={interrupted ? 'interrupted' : status} />
          <span class="faint">{t('list.steps', { done: successSteps, total: totalSteps })}</span>
        </span>
        <Moment time={timeOf(task.updatedAt)} />
        <TaskNote task={task} message={message} />
      </a>
    </li>
  );
});

function TaskNote({ task, message }: { readonly task: Task; readonly message: string | null }): JSX.Element | null {
  if (task.active) return <span class="task-note">{t('list.runsOn', { owner: task.owner ?? '?' })}</span>;
  if (isInterrupted(task)) return <span class="task-note warn">{t('list.interrupted')}</span>;
  if (message === null) return null;
  return <span class={task.status === 'FAILED' ? 'task-note bad' : 'task-note'}>{tell(message)}</span>;
}
