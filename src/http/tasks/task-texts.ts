/** Tasks that run here as the text that is answered, made once for all who ask before something changes. */

import type { LiveView } from '../../actors/runs.ts';
import type { StoredRows } from '../../domain/rows.ts';
import type { Mask } from '../../platform/mask-secrets.ts';
import { keepText, type KeptText } from '../answer-json.ts';
import { presentRows } from './present-task.ts';

/** Of rows that are never changed, only replaced. */
export type TaskTexts = (view: LiveView) => KeptText;

interface Kept {
  readonly text: KeptText;
  readonly note: string | null;
}

export function keepTaskTexts(mask: Mask): TaskTexts {
  const texts = new WeakMap<StoredRows, Kept>();
  return (view) => {
    const { rows, note } = view;
    const known = texts.get(rows);
    // What a run waits for may change while its rows stay as they are.
    if (known?.note === note) return known.text;
    const text = keepText(presentRows({ rows, holder: view }, mask));
    texts.set(rows, { text, note });
    return text;
  };
}
