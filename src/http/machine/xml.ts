/** Elements of XML as text. */

import { indented } from './text-lines.ts';

/** Those that are null are left out. */
type Attributes = Readonly<Record<string, string | number | null>>;

/** One element with the lines of what it holds. */
export function element(name: string, attributes: Attributes, content: readonly string[] = []): readonly string[] {
  const start = startOf(name, attributes);
  return content.length === 0 ? [`<${start}/>`] : [`<${start}>`, ...indented(content), `</${name}>`];
}

/** One element that holds nothing but text. */
export function textElement(name: string, attributes: Attributes, text: string): string {
  return `<${startOf(name, attributes)}>${escaped(text)}</${name}>`;
}

function startOf(name: string, attributes: Attributes): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== null);
  return [name, ...given.map(([key, value]) => `${key}="${escaped(String(value))}"`)].join(' ');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
