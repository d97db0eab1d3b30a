/** The words of the page. */

import { en } from './en.ts';
import { zh } from './zh.ts';

export type Language = 'en' | 'zh';

export type Words = Readonly<Record<keyof typeof en, string>>;

export type Values = Readonly<Record<string, string | number>>;

const DICTIONARIES: Readonly<Record<Language, Words>> = { en, zh };

/** The words for a key, with `{name}` replaced by values. */
export function say(language: Language, key: keyof Words, values: Values = {}): string {
  return DICTIONARIES[language][key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
