/** English or Chinese: as the browser says until somebody chooses. */

import { computed } from '@preact/signals';

import { inChinese } from '../words/sentences/in-chinese.ts';
import { type Language, say, type Values, type Words } from '../words/say.ts';
import { stored } from './stored.ts';

const chosen = stored(() => localStorage, 'tms-init.language');

export const language = computed<Language>(() => {
  const wanted = chosen.value ?? navigator.language;
  return wanted.startsWith('zh') ? 'zh' : 'en';
});

export function toggleLanguage(): void {
  chosen.value = language.peek() === 'zh' ? 'en' : 'zh';
}

/** Tells the browser too, for its hyphens, fonts and voices. */
export function showLanguage(): void {
  language.subscribe((now) => (document.documentElement.lang = now === 'zh' ? 'zh-CN' : 'en'));
}

/** The words for a key in the language of now; whoever calls it while it renders follows a change. */
export function t(key: keyof Words, values?: Values): string {
  return say(language.value, key, values);
}

/** What the service said, in the language of now; what the page does not know stays as it is. */
export function tell(sentence: string): string {
  return language.value === 'zh' ? (inChinese(sentence) ?? sentence) : sentence;
}
