/** Settles a step by hand: what it was to do was done otherwise, or what it did is gone. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { stepPath } from '../api/paths.ts';
import { t } from '../session/language.ts';
import { statusWord } from '../ui/status-chip.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { isInterrupted } from './plan.ts';
import { ReasonField } from './reason-field.tsx';
import { type Settled, statusOnceSettled, type StepOfTask } from './settling.ts';

interface SettleOf extends StepOfTask {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function SettleDialog({ task, steps, step, onDone, onClose }: SettleOf): JSX.Element {
  const [status, setStatus] = useState<Settled>(step.status === 'SUCCESS' ? 'FAILED' : 'SUCCESS');
  const [reason, setReason] = useState('');
  const sent = reason.trim();
  return (
    <ChangeDialog
      title={t('settle.title', { step: step.stepNo })}
      verb={t('settle.verb')}
      request={{
        method: 'POST',
        path: `${stepPath(task.taskId, step.stepNo)}/resolve`,
        body: JSON.stringify({ status, reason: sent }),
      }}
      isReady={sent !== ''}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('settle.detail')}</p>
      <fieldset>
        <legend>{t('settle.as')}</legend>
        {(['SUCCESS', 'FAILED'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="status" value={one} checked={status === one} onChange={() => setStatus(one)} />
            <span>
              <strong>{statusWord(one)}</strong> {t(`settle.${one}`)}
            </span>
          </label>
        ))}
      </fieldset>
      {isInterrupted(task) && <p>{t('settle.residue')}</p>}
      <p>{describeTask(statusOnceSettled(task, steps, step, status), task.status)}</p>
      <ReasonField reason={reason} onReason={setReason} />
    </ChangeDialog>
  );
}

function describeTask(then: string | null, now: string | null): string {
  return t(then === now ? 'settle.taskStays' : 'settle.taskBecomes', { status: statusWord(then) });
}
