/** A status as a coloured word. One the service does not know is shown as it is. */

import type { JSX } from 'preact';

import { t } from '../session/language.ts';
import { INTERRUPTED, isKnownStatus } from './status.ts';

export function StatusChip({ status, interrupted = false }: ChipOf): JSX.Element {
  const kind = interrupted ? INTERRUPTED : status;
  return (
    <span class={`chip status-${kind ?? 'unknown'}`}>
      <span class="dot" aria-hidden="true" />
      {statusWord(kind)}
    </span>
  );
}

interface ChipOf {
  readonly status: string | null;
  readonly interrupted?: boolean;
}

export function statusWord(status: string | null): string {
  if (status === INTERRUPTED) return t('status.interrupted');
  return isKnownStatus(status) ? t(`status.${status}`) : (status ?? '—');
}
