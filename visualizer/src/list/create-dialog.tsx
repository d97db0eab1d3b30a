/** Creates a task from JSON that is pasted, dropped or written. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import type { Task } from '../api/answers.ts';
import { type Fault, faultOf } from '../api/problem.ts';
import { change } from '../api/request.ts';
import { goTo } from '../routing/place.ts';
import { taskPlace } from '../routing/url-state.ts';
import { t } from '../session/language.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FaultNote } from '../ui/fault-note.tsx';

const EXAMPLE = {
  name: 'Say hello',
  steps: [
    { name: 'Folder', script: 'mkdir -p /tmp/hello' },
    { name: 'Greeting', script: 'echo Hello, $STEP_NAME | tee /tmp/hello/greeting.txt' },
  ],
};

interface CreateOf {
  readonly draft: string;
  readonly onClose: () => void;
}

export function CreateDialog({ draft, onClose }: CreateOf): JSX.Element {
  const [text, setText] = useState(draft);
  const [fault, setFault] = useState<Fault | null>(null);
  const send = async (event: Event) => {
    event.preventDefault();
    try {
      const { taskId } = await change<Task>('/tasks', text);
      goTo(taskPlace(taskId));
    } catch (error) {
      setFault(faultOf(error));
    }
  };
  const broken = faultOfJson(text);
  return (
    <Dialog title={t('create.title')} onClose={onClose} wide>
      <form onSubmit={(event) => void send(event)}>
        <p>{t('create.detail')}</p>
        <textarea
          aria-label={t('create.label')}
          value={text}
          rows={14}
          spellcheck={false}
          required
          onInput={(event) => setText(event.currentTarget.value)}
        />
        {broken !== null && <p class="note warn">{t('create.notJson', { detail: broken })}</p>}
        {fault && <FaultNote fault={fault} />}
        <footer>
          <button type="button" onClick={() => setText(JSON.stringify(EXAMPLE, null, 2))}>
            {t('create.example')}
          </button>
          <button type="submit" class="primary" disabled={text.trim() === '' || broken !== null}>
            {t('create.send')}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** What the browser says about a text that is not JSON. */
function faultOfJson(text: string): string | null {
  try {
    if (text.trim() !== '') JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
