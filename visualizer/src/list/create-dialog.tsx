/** Creates a task from JSON or YAML that is pasted, dropped or written. */

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
import { JSON_EXAMPLE, YAML_EXAMPLE } from './examples.ts';
import { TextFault } from './text-fault.tsx';
import { useTaskText } from './use-task-text.ts';

interface CreateOf {
  readonly draft: string;
  readonly onClose: () => void;
}

export function CreateDialog({ draft, onClose }: CreateOf): JSX.Element {
  const [text, setText] = useState(draft);
  const [fault, setFault] = useState<Fault | null>(null);
  const { read, body } = useTaskText(text);
  const write = (written: string) => {
    setText(written);
    setFault(null);
  };
  const send = async (event: Event) => {
    event.preventDefault();
    if (body === null) return;
    try {
      const { taskId } = await change<Task>({ method: 'POST', path: '/tasks', body });
      goTo(taskPlace(taskId));
    } catch (error) {
      setFault(faultOf(error));
    }
  };
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
          onInput={(event) => write(event.currentTarget.value)}
        />
        <TextFault read={read} />
        {fault && <FaultNote fault={fault} />}
        <footer>
          <button type="button" onClick={() => write(YAML_EXAMPLE)}>
            {t('create.exampleYaml')}
          </button>
          <button type="button" onClick={() => write(JSON_EXAMPLE)}>
            {t('create.exampleJson')}
          </button>
          <button type="submit" class="primary" disabled={body === null}>
            {t('create.send')}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
