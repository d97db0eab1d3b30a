/** What can be done with a task: each change is asked about first, in words, and its outcome is told. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import type { ExecuteAnswer, Task } from '../api/answers.ts';
import { taskPath } from '../api/paths.ts';
import { wakeAll } from '../api/pause.ts';
import { type Fault, faultOf } from '../api/problem.ts';
import { change } from '../api/request.ts';
import { t } from '../session/language.ts';
import { FaultNote } from '../ui/fault-note.tsx';
import { Icon } from '../ui/icons.tsx';
import { Confirm } from './confirm.tsx';
import { CurlDialog } from './curl-dialog.tsx';
import { isInterrupted, type Plan } from './plan.ts';
import { describePlan } from './plan-words.ts';

interface ActionsOf {
  readonly task: Task;
  readonly plan: Plan;
  readonly isPast: boolean;
}

type Asked = 'execute' | 'cancel' | 'curl';

type Told = 'told.cancelled' | 'told.started' | 'told.done' | 'told.running';

export function TaskActions({ task, plan, isPast }: ActionsOf): JSX.Element {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const close = () => setAsked(null);
  const send = async (verb: 'execute' | 'cancel') => {
    close();
    setFault(null);
    try {
      setTold(toldOf(verb, await change<ExecuteAnswer>(`${taskPath(task.taskId)}/${verb}`)));
    } catch (error) {
      setTold(null);
      setFault(faultOf(error));
    }
    wakeAll();
  };
  const canExecute = plan.kind === 'begin' || plan.kind === 'resume' || plan.kind === 'recover';
  const canCancel = task.active || isInterrupted(task);
  return (
    <div class="actions">
      {!task.active && (
        <button type="button" class="primary" disabled={!canExecute || isPast} onClick={() => setAsked('execute')}>
          <Icon name="play" />
          {t(plan.kind === 'begin' ? 'task.execute' : 'task.resume')}
        </button>
      )}
      {canCancel && (
        <button type="button" class="danger" disabled={isPast} onClick={() => setAsked('cancel')}>
          <Icon name="stop" />
          {t('task.cancel')}
        </button>
      )}
      <button type="button" onClick={() => setAsked('curl')}>
        <Icon name="copy" />
        {t('task.curl')}
      </button>
      <p class="told" role="status">
        {told && t(told)}
      </p>
      {fault && <FaultNote fault={fault} />}
      {asked === 'execute' && (
        <Confirm title={t('confirm.execute')} verb={t('task.execute')} onYes={() => void send('execute')} onNo={close}>
          <p>{describePlan(plan)}</p>
          <p class="faint">{t('confirm.scripts')}</p>
        </Confirm>
      )}
      {asked === 'cancel' && (
        <Confirm
          title={t('confirm.cancel')}
          verb={t('task.cancel')}
          onYes={() => void send('cancel')}
          onNo={close}
          isDanger
        >
          <p>{describeCancel(task, plan)}</p>
        </Confirm>
      )}
      {asked === 'curl' && <CurlDialog taskId={task.taskId} onClose={close} />}
    </div>
  );
}

function describeCancel(task: Task, plan: Plan): string {
  if (!task.active || plan.kind !== 'runs') return t('confirm.cancelResidue');
  return t('confirm.cancelDetail', { step: plan.stepNo, name: plan.name });
}

function toldOf(verb: 'execute' | 'cancel', { started, status }: ExecuteAnswer): Told {
  if (verb === 'cancel') return 'told.cancelled';
  if (started) return 'told.started';
  return status === 'SUCCESS' ? 'told.done' : 'told.running';
}
