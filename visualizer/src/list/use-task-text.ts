/** What a text that is being written makes as a task. */

import { useEffect, useState } from 'preact/hooks';

import { type ReadText, readTaskText } from './read-task-text.ts';

export interface TaskText {
  /** Of the text that was read last: the one of now is read a moment later. */
  readonly read: ReadText;
  /** null: there is nothing yet that could be sent. */
  readonly body: string | null;
}

export function useTaskText(text: string): TaskText {
  const [last, setLast] = useState<{ readonly text: string; readonly read: ReadText }>(NOTHING);
  useEffect(() => {
    let isWanted = true;
    void readTaskText(text).then((read) => isWanted && setLast({ text, read }));
    return () => {
      isWanted = false;
    };
  }, [text]);
  const { read } = last;
  return { read, body: last.text === text && read.kind === 'read' ? read.body : null };
}

const NOTHING = { text: '', read: { kind: 'blank' } } as const;
