/** Light or dark: as the system says until somebody chooses. */

import { computed, signal } from '@preact/signals';

import { stored } from './stored.ts';

const chosen = stored(() => localStorage, 'tms-init.theme');
const dark = matchMedia('(prefers-color-scheme: dark)');
const systemIsDark = signal(dark.matches);
dark.addEventListener('change', () => (systemIsDark.value = dark.matches));

export const isDark = computed(() => (chosen.value === null ? systemIsDark.value : chosen.value === 'dark'));

export function toggleTheme(): void {
  chosen.value = isDark.peek() ? 'light' : 'dark';
}

/** Keeps the attribute that the style sheet asks about. */
export function showTheme(): void {
  isDark.subscribe((now) => (document.documentElement.dataset['theme'] = now ? 'dark' : 'light'));
}
