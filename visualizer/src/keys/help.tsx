/** The keys of the page, and what its words mean. */

import type { JSX } from 'preact';

import { t } from '../session/language.ts';
import { Dialog } from '../ui/dialog.tsx';
import { isHelpShown } from './keys.ts';

const KEYS = [
  ['j', 'k', 'help.steps'],
  ['←', '→', 'help.time'],
  ['l', null, 'help.log'],
  ['c', null, 'help.chart'],
  ['/', null, 'help.search'],
  ['d', null, 'help.dark'],
  ['?', null, 'help.help'],
  ['Esc', null, 'help.esc'],
] as const;

export function Help(): JSX.Element {
  return (
    <Dialog title={t('help.title')} onClose={() => (isHelpShown.value = false)}>
      <dl class="keys">
        {KEYS.map(([one, other, words]) => (
          <div key={words}>
            <dt>
              <kbd>{one}</kbd>
              {other !== null && <kbd>{other}</kbd>}
            </dt>
            <dd>{t(words)}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('help.words')}</h3>
      <dl class="words">
        <dt>{t('list.task')}</dt>
        <dd>{t('help.wordTask')}</dd>
        <dt>{t('log.attempt')}</dt>
        <dd>{t('help.wordAttempt')}</dd>
        <dt>{t('status.interrupted')}</dt>
        <dd>{t('help.wordInterrupted')}</dd>
      </dl>
    </Dialog>
  );
}
