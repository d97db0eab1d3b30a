/** The name of the task that was deleted last, which the list tells: there is no page of it any more. */

import { signal } from '@preact/signals';

import { place } from '../routing/place.ts';

export const deleted = signal<string | null>(null);

/** Until somebody looks at another task. */
place.subscribe(({ page }) => {
  if (page === 'task') deleted.value = null;
});
