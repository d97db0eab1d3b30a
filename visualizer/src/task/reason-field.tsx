/** Why somebody changes a step by hand, which the service asks for. */

import type { JSX } from 'preact';

import { t } from '../session/language.ts';

/** As many characters as the service takes. */
const MOST_CHARACTERS = 500;

interface ReasonOf {
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}

export function ReasonField({ reason, onReason }: ReasonOf): JSX.Element {
  return (
    <label>
      {t('reason.label')}
      <input
        type="text"
        name="reason"
        value={reason}
        maxLength={MOST_CHARACTERS}
        placeholder={t('reason.hint')}
        autocomplete="off"
        required
        onInput={(event) => onReason(event.currentTarget.value)}
      />
    </label>
  );
}
