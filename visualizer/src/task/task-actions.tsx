/** What can be done with a task: each change is asked about first, in words, and its outcome is told. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import type { Step, Task } from '../api/answers.ts';
import { taskPath } from '../api/paths.ts';
import { t } from '../session/language.ts';
import { may, role } from '../session/role.ts';
import { Icon } from '../ui/icons.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { CurlDialog } from './curl-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { ExecuteDialog } from './execute-dialog.tsx';
import { isInterrupted, type Plan, startsRun } from './plan.ts';
import { toldOf } from './told-of.ts';

interface ActionsOf {
  readonly task: Task;
  readonly steps: readonly Step[];
  readonly plan: Plan;
  readonly isPast: boolean;
}

type Asked = 'execute' | 'cancel' | 'delete' | 'curl';

type Told = 'told.cancelled' | ReturnType<typeof toldOf>;

export function TaskActions({ task, steps, plan, isPast }: ActionsOf): JSX.Element {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  const close = () => setAsked(null);
  const done = (outcome: Told) => {
    close();
    setTold(outcome);
  };
  return (
    <div class="actions">
      <Offers {...{ task, plan, isPast }} onAsk={setAsked} />
      <p class="told" role="status">
        {told && t(told)}
      </p>
      {asked === 'execute' && (
        <ExecuteDialog {...{ task, steps, plan }} onDone={(answer) => done(toldOf(answer))} onClose={close} />
      )}
      {asked === 'cancel' && (
        <ChangeDialog
          title={t('confirm.cancel')}
          verb={t('task.cancel')}
          request={{ method: 'POST', path: `${taskPath(task.taskId)}/cancel` }}
          onDone={() => done('told.cancelled')}
          onClose={close}
          isDanger
        >
          <p>{describeCancel(task, plan)}</p>
        </ChangeDialog>
      )}
      {asked === 'delete' && <DeleteDialog task={task} steps={steps} onClose={close} />}
      {asked === 'curl' && <CurlDialog taskId={task.taskId} onClose={close} />}
    </div>
  );
}

interface OffersOf extends Omit<ActionsOf, 'steps'> {
  readonly onAsk: (asked: Asked) => void;
}

/** As far as the role and the task allow. */
function Offers({ task, plan, isPast, onAsk }: OffersOf): JSX.Element {
  const mayOperate = may('operate');
  return (
    <>
      {!mayOperate && <span class="faint">{t('role.only', { role: role.value ?? '' })}</span>}
      {mayOperate && !task.active && (
        <button type="button" class="primary" disabled={!startsRun(plan) || isPast} onClick={() => onAsk('execute')}>
          <Icon name="play" />
          {t(plan.kind === 'begin' ? 'task.execute' : 'task.resume')}
        </button>
      )}
      {mayOperate && (task.active || isInterrupted(task)) && (
        <button type="button" class="danger" disabled={isPast} onClick={() => onAsk('cancel')}>
          <Icon name="stop" />
          {t('task.cancel')}
        </button>
      )}
      {may('author') && !task.active && (
        <button type="button" class="danger" disabled={isPast} onClick={() => onAsk('delete')}>
          <Icon name="bin" />
          {t('delete.offer')}
        </button>
      )}
      <button type="button" onClick={() => onAsk('curl')}>
        <Icon name="copy" />
        {t('task.curl')}
      </button>
    </>
  );
}

function describeCancel(task: Task, plan: Plan): string {
  if (!task.active || plan.kind !== 'runs') return t('confirm.cancelResidue');
  return t('confirm.cancelDetail', { step: plan.stepNo, name: plan.name });
}
