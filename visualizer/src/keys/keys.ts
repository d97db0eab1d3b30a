/** The keys of the page, and who listens to them. Nothing is heard while somebody writes or a dialog is open. */

import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

import { toggleTheme } from '../session/theme.ts';

export const isHelpShown = signal(false);

/** What a part of the page does on a key, by the key's name in the browser. */
export type KeyActions = Readonly<Record<string, () => void>>;

const PAGE_KEYS: KeyActions = {
  d: toggleTheme,
  '?': () => (isHelpShown.value = true),
};

/** The keys that work everywhere, and the search of whatever is shown. */
export function useKeys(actions: KeyActions = { ...PAGE_KEYS, '/': focusSearch }): void {
  // Together with what is drawn: a key that is pressed right after it would else act on what was there before.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const action = isFree(event) ? actions[event.key] : undefined;
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  });
}

function isFree({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return false;
  return !(target instanceof HTMLElement && target.matches('input, textarea, select'));
}

/** The last one of the page: the search of the log where there is one. */
function focusSearch(): void {
  const inputs = document.querySelectorAll<HTMLInputElement>('input[type=search]');
  inputs.item(inputs.length - 1)?.focus();
}
