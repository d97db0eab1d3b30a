/** The head of the page: where one is, language, light or dark, help. */

import type { JSX } from 'preact';

import { isHelpShown } from './keys/keys.ts';
import { ALL_TASKS, writePlace } from './routing/url-state.ts';
import { t, toggleLanguage } from './session/language.ts';
import { isDark, toggleTheme } from './session/theme.ts';
import { Icon } from './ui/icons.tsx';

export function Head(): JSX.Element {
  return (
    <header class="head">
      <a class="brand" href={writePlace(ALL_TASKS)}>
        <Mark />
        <strong>tms-init</strong>
        <span class="brand-more">{t('app.title')}</span>
      </a>
      <div class="head-tools">
        <button type="button" class="plain" onClick={toggleLanguage} aria-label={t('app.languageLabel')}>
          {t('app.language')}
        </button>
        <button
          type="button"
          class="plain"
          onClick={toggleTheme}
          aria-label={t('app.theme')}
          title={`${t('app.theme')} (d)`}
        >
          <Icon name={isDark.value ? 'sun' : 'moon'} />
        </button>
        <button
          type="button"
          class="plain"
          onClick={() => (isHelpShown.value = true)}
          aria-label={t('app.help')}
          title={`${t('app.help')} (?)`}
        >
          <Icon name="help" />
        </button>
      </div>
    </header>
  );
}

function Mark(): JSX.Element {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" class="mark-ground" />
      <rect x="7" y="8" width="10" height="4" rx="2" class="mark-light" />
      <rect x="11" y="14" width="14" height="4" rx="2" class="mark-green" />
      <rect x="17" y="20" width="8" height="4" rx="2" class="mark-faint" />
    </svg>
  );
}
