/** Asks before a task is run again from a step that somebody names. */

import type { JSX } from 'preact';

import type { ExecuteAnswer } from '../api/answers.ts';
import { taskPath } from '../api/paths.ts';
import { t } from '../session/language.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { isInterrupted } from './plan.ts';
import { describeSkips } from './plan-words.ts';
import { countFrom, type StepOfTask } from './settling.ts';

interface FromHereOf extends StepOfTask {
  readonly onDone: (answer: ExecuteAnswer) => void;
  readonly onClose: () => void;
}

export function FromHereDialog({ task, steps, step, onDone, onClose }: FromHereOf): JSX.Element {
  const { again, before } = countFrom(steps, step);
  return (
    <ChangeDialog<ExecuteAnswer>
      title={t('from.title', { step: step.stepNo })}
      verb={t('from.verb')}
      request={{
        method: 'POST',
        path: `${taskPath(task.taskId)}/execute`,
        body: JSON.stringify({ fromStep: step.stepNo }),
      }}
      isDanger={again > 0}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        {t('from.detail', { step: step.stepNo, name: step.name })} {describeSkips(before)}
      </p>
      <p>{describeAgain(again)}</p>
      {isInterrupted(task) && <p>{t('settle.residue')}</p>}
      <p class="faint">{t('confirm.scripts')}</p>
    </ChangeDialog>
  );
}

function describeAgain(count: number): string {
  if (count === 0) return t('from.again0');
  return count === 1 ? t('from.again1') : t('from.again', { count });
}
