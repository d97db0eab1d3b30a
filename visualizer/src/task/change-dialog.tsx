/** Asks before something is changed, in words and as a command; sends it, and stays where it was refused. */

import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

import { wakeAll } from '../api/pause.ts';
import { type Fault, faultOf } from '../api/problem.ts';
import { type Change, change } from '../api/request.ts';
import { t } from '../session/language.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FaultNote } from '../ui/fault-note.tsx';
import { Command } from './command.tsx';

interface ChangeOf<T> {
  readonly title: string;
  /** What the button that does it says. */
  readonly verb: string;
  readonly request: Change;
  /** Whether it can be sent as it is. */
  readonly isReady?: boolean;
  readonly isDanger?: boolean;
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
  readonly onDone: (answer: T) => void;
  readonly onClose: () => void;
}

export function ChangeDialog<T>(asked: ChangeOf<T>): JSX.Element {
  const { title, verb, request, isReady = true, isDanger = false, isWide = false, children, onDone, onClose } = asked;
  const [isSent, setSent] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const send = async (event: Event) => {
    event.preventDefault();
    if (!isReady || isSent) return;
    setSent(true);
    setFault(null);
    try {
      onDone(await change<T>(request));
    } catch (error) {
      setFault(faultOf(error));
    }
    setSent(false);
    wakeAll();
  };
  return (
    <Dialog title={title} onClose={onClose} wide={isWide}>
      <form onSubmit={(event) => void send(event)}>
        {children}
        {fault && <FaultNote fault={fault} />}
        <details>
          <summary>{t('task.curl')}</summary>
          <Command {...request} />
        </details>
        <footer>
          <button type="button" onClick={onClose}>
            {t('app.cancel')}
          </button>
          <button type="submit" class={isDanger ? 'danger solid' : 'primary'} disabled={!isReady || isSent}>
            {verb}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
