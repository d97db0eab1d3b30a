/** Tells that the service is not reached, above whatever was last known. */

import type { JSX } from 'preact';

import { wakeAll } from './api/pause.ts';
import { connection } from './session/connection.ts';
import { t } from './session/language.ts';

export function ConnectionNote(): JSX.Element {
  return (
    <div role="status">
      {connection.value.isLost && (
        <div class="banner">
          <strong>{t('lost.title')}</strong>
          <span>{t('lost.detail')}</span>
          <button type="button" onClick={wakeAll}>
            {t('lost.retry')}
          </button>
        </div>
      )}
    </div>
  );
}
