/** What can be done with a step of a task that does not run: offered as far as the role and the step allow. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../session/language.ts';
import { may } from '../session/role.ts';
import { Icon } from '../ui/icons.tsx';
import { FromHereDialog } from './from-here-dialog.tsx';
import { MendDialog } from './mend-dialog.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import { powersOver, type StepOfTask } from './settling.ts';
import { toldOf } from './told-of.ts';

type Asked = 'mend' | 'settle' | 'from';

type Told = 'told.mended' | 'told.settled' | ReturnType<typeof toldOf>;

export function StepPowers({ task, steps, step }: StepOfTask): JSX.Element | null {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  const close = () => setAsked(null);
  const done = (outcome: Told) => {
    close();
    setTold(outcome);
  };
  const { canMend, canSettle, canRunFrom } = powersOver(task, steps, step);
  return (
    <div class="powers">
      {canMend && may('author') && (
        <button type="button" onClick={() => setAsked('mend')}>
          <Icon name="pen" />
          {t('mend.offer')}
        </button>
      )}
      {canSettle && may('operate') && (
        <button type="button" onClick={() => setAsked('settle')}>
          <Icon name="check" />
          {t('settle.offer')}
        </button>
      )}
      {canRunFrom && may('operate') && (
        <button type="button" onClick={() => setAsked('from')}>
          <Icon name="play" />
          {t('from.offer')}
        </button>
      )}
      <p class="told" role="status">
        {told && t(told)}
      </p>
      {asked === 'mend' && <MendDialog {...{ task, step }} onDone={() => done('told.mended')} onClose={close} />}
      {asked === 'settle' && (
        <SettleDialog {...{ task, steps, step }} onDone={() => done('told.settled')} onClose={close} />
      )}
      {asked === 'from' && (
        <FromHereDialog {...{ task, steps, step }} onDone={(answer) => done(toldOf(answer))} onClose={close} />
      )}
    </div>
  );
}
