/** Makes the body of a request of what somebody pasted: JSON as it is, or YAML. */

import type { YamlFault } from './read-yaml.ts';

export type ReadText =
  | { readonly kind: 'blank' }
  | { readonly kind: 'read'; readonly body: string }
  | ({ readonly kind: 'broken' } & YamlFault)
  /** What reads YAML could not be loaded. */
  | { readonly kind: 'unread' };

export async function readTaskText(text: string): Promise<ReadText> {
  if (text.trim() === '') return { kind: 'blank' };
  if (isJson(text)) return { kind: 'read', body: text };
  const yaml = await import('./read-yaml.ts').catch(() => null);
  if (!yaml) return { kind: 'unread' };
  const read = yaml.readYaml(text);
  return read.kind === 'read' ? { kind: 'read', body: JSON.stringify(read.value) } : read;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
