/** Gives a step another script. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import type { Step, Task } from '../api/answers.ts';
import { stepPath } from '../api/paths.ts';
import { t } from '../session/language.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { isInterrupted } from './plan.ts';
import { ReasonField } from './reason-field.tsx';

interface MendOf {
  readonly task: Task;
  readonly step: Step;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function MendDialog({ task, step, onDone, onClose }: MendOf): JSX.Element {
  // The one that was there when somebody began to mend it.
  const [present] = useState(step.script ?? '');
  const [script, setScript] = useState(present);
  const [reason, setReason] = useState('');
  const sent = reason.trim();
  return (
    <ChangeDialog
      title={t('mend.title', { step: step.stepNo })}
      verb={t('mend.verb')}
      request={{
        method: 'PUT',
        path: stepPath(task.taskId, step.stepNo),
        body: JSON.stringify({ script, reason: sent }),
      }}
      isReady={script.trim() !== '' && script !== present && sent !== ''}
      isWide
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('mend.detail')}</p>
      {isInterrupted(task) && <p>{t('settle.residue')}</p>}
      {(step.script ?? '') !== present && <p class="note warn">{t('mend.changed')}</p>}
      <label>
        {t('tab.script')}
        <textarea
          name="script"
          rows={10}
          value={script}
          spellcheck={false}
          required
          onInput={(event) => setScript(event.currentTarget.value)}
        />
      </label>
      {present.includes('\r') && <p class="note warn">{t('mend.lineEnds')}</p>}
      <ReasonField reason={reason} onReason={setReason} />
    </ChangeDialog>
  );
}
