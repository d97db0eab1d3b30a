/** What the service says, which it says in English, in Chinese. */

import { CLAIM_SENTENCES } from './claim-sentences.ts';
import { HAND_SENTENCES } from './hand-sentences.ts';
import { MESSAGE_SENTENCES } from './message-sentences.ts';
import { PLAN_SENTENCES } from './plan-sentences.ts';
import { formOf, tellValue } from './read-value.ts';
import { REFUSAL_SENTENCES } from './refusal-sentences.ts';
import { ROW_SENTENCES } from './row-sentences.ts';
import { RUN_SENTENCES } from './run-sentences.ts';
import { SCRIPT_SENTENCES } from './script-sentences.ts';
import type { Sentence } from './sentence.ts';
import { START_SENTENCES } from './start-sentences.ts';

/** The first that fits counts: a message that ends with a place before whoever cancelled it, who may have any name. */
export const SENTENCES: readonly Sentence[] = [
  ...SCRIPT_SENTENCES,
  ...MESSAGE_SENTENCES,
  ...RUN_SENTENCES,
  ...CLAIM_SENTENCES,
  ...HAND_SENTENCES,
  ...PLAN_SENTENCES,
  ...ROW_SENTENCES,
  ...REFUSAL_SENTENCES,
  ...START_SENTENCES,
];

const VALUE = /\{(\w+)\}/g;

const PATTERNS = SENTENCES.map(([english, chinese]) => ({ pattern: patternOf(english), chinese }));

/** null: no sentence that the page knows. */
export function inChinese(sentence: string): string | null {
  for (const { pattern, chinese } of PATTERNS) {
    const found = pattern.exec(sentence);
    if (found) return fill(chinese, found.groups ?? {});
  }
  return null;
}

function patternOf(english: string): RegExp {
  const escaped = english.replaceAll(/[$()*+.?[\\\]^|]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(VALUE, (_, name: string) => `(?<${name}>${formOf(name)})`)}$`, 's');
}

function fill(chinese: string, values: Readonly<Record<string, string>>): string {
  return chinese.replaceAll(VALUE, (_, name: string) => tellValue(name, values[name] ?? '', tellInner));
}

/** A sentence inside of another one that is not known stays as it is. */
function tellInner(sentence: string): string {
  return inChinese(sentence) ?? sentence;
}
