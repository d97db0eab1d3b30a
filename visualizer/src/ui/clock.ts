/** The time of now, which moves once a second while somebody looks. */

import { signal } from '@preact/signals';

export const now = signal(Date.now());

export function startClock(): void {
  setInterval(() => {
    if (!document.hidden) now.value = Date.now();
  }, 1000);
}
