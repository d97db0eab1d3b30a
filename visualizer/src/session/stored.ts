/** A signal whose value is kept by the browser. Where it keeps nothing, the value lives as long as the page. */

import { type Signal, signal } from '@preact/signals';

export function stored(storage: () => Storage, key: string): Signal<string | null> {
  const value = signal(read(storage, key));
  value.subscribe((now) => write(storage, key, now));
  return value;
}

function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null; // A browser may forbid it.
  }
}

function write(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // The choice holds until the page is closed.
  }
}
