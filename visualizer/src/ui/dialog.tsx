/** A dialog of the browser itself, which keeps the focus inside and closes with Escape. */

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

import { t } from '../session/language.ts';
import { Icon } from './icons.tsx';

export interface DialogOf {
  readonly title: string;
  /** null: it cannot be closed without an answer. */
  readonly onClose: (() => void) | null;
  readonly children: ComponentChildren;
  readonly wide?: boolean;
}

export function Dialog({ title, onClose, children, wide = false }: DialogOf): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const onCancel = (event: Event) => {
    event.preventDefault();
    onClose?.();
  };
  return (
    <dialog ref={dialog} class={wide ? 'wide' : ''} aria-labelledby={titleId} onCancel={onCancel}>
      <header>
        <h2 id={titleId}>{title}</h2>
        {onClose && (
          <button type="button" class="plain" onClick={onClose} aria-label={t('app.close')}>
            <Icon name="close" />
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}
