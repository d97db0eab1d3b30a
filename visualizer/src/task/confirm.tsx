/** Asks before something is changed. */

import type { ComponentChildren, JSX } from 'preact';

import { t } from '../session/language.ts';
import { Dialog } from '../ui/dialog.tsx';

interface ConfirmOf {
  readonly title: string;
  /** What the button that does it says. */
  readonly verb: string;
  readonly isDanger?: boolean;
  readonly children: ComponentChildren;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

export function Confirm({ title, verb, isDanger = false, children, onYes, onNo }: ConfirmOf): JSX.Element {
  return (
    <Dialog title={title} onClose={onNo}>
      {children}
      <footer>
        <button type="button" onClick={onNo}>
          {t('app.cancel')}
        </button>
        <button type="button" class={isDanger ? 'danger solid' : 'primary'} onClick={onYes}>
          {verb}
        </button>
      </footer>
    </Dialog>
  );
}
