/** The frame of the page: its head, what is shown below it, and the dialogs that any part of it may need. */

import type { JSX } from 'preact';

import { ConnectionNote } from './connection-note.tsx';
import { Head } from './head.tsx';
import { Help } from './keys/help.tsx';
import { isHelpShown, useKeys } from './keys/keys.ts';
import { TaskList } from './list/task-list.tsx';
import { place } from './routing/place.ts';
import { t } from './session/language.ts';
import { isTokenAsked } from './session/token.ts';
import { TaskView } from './task/task-view.tsx';
import { TokenDialog } from './token-dialog.tsx';

export function App(): JSX.Element {
  useKeys();
  const shown = place.value;
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        {t('app.skip')}
      </a>
      <Head />
      <ConnectionNote />
      <main id="content" tabIndex={-1}>
        {shown.page === 'list' ? <TaskList /> : <TaskView key={shown.taskId} taskId={shown.taskId} />}
      </main>
      {isTokenAsked.value && <TokenDialog />}
      {isHelpShown.value && <Help />}
    </>
  );
}

/** The address belongs to what is shown, so the link only moves the focus. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
