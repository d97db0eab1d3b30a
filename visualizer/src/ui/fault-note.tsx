/** What went wrong, in the words of the service, and where it says what to do. */

import type { JSX } from 'preact';

import type { Fault } from '../api/problem.ts';
import { t, tell } from '../session/language.ts';

export function FaultNote({ fault }: { readonly fault: Fault }): JSX.Element {
  if (fault.kind === 'unreachable')
    return (
      <p class="note bad" role="alert">
        {t('fault.unreachable')}
      </p>
    );
  return (
    <div class="note bad" role="alert">
      <strong>{fault.title}</strong>
      <span>{tell(fault.detail)}</span>
      {/^[a-z-]+$/.test(fault.code) && (
        <a href={`/problems/${fault.code}`} target="_blank" rel="noreferrer">
          {t('fault.remedy')}
        </a>
      )}
    </div>
  );
}
