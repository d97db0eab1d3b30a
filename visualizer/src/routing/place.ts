/** The place of now, which is the address of the page and nothing else. */

import { computed, signal } from '@preact/signals';

import { type ListPlace, type Place, readPlace, type TaskPlace, writePlace } from './url-state.ts';

const hash = signal(location.hash);
addEventListener('hashchange', () => (hash.value = location.hash));

export const place = computed<Place>(() => readPlace(hash.value));

/** A step back in the browser leads to where one was. */
export function goTo(next: Place): void {
  location.hash = writePlace(next);
}

/** Changes something of a place, without a step in the history of the browser. */
export function adjust(changed: Partial<Omit<TaskPlace, 'page'>> | Partial<Omit<ListPlace, 'page'>>): void {
  const next = writePlace({ ...place.peek(), ...changed });
  if (next === location.hash) return;
  history.replaceState(null, '', next);
  hash.value = next;
}
