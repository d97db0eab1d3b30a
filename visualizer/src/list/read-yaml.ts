/** Reads YAML: its core schema, one document, no tags of its own. Loaded only where a text is not JSON. */

import { type Document, LineCounter, parseDocument, visit } from 'yaml';

export type ReadYaml = { readonly kind: 'read'; readonly value: unknown } | ({ readonly kind: 'broken' } & YamlFault);

export interface YamlFault {
  /** Both counted from 1. */
  readonly line: number;
  readonly column: number;
  /** What is wrong, by the name that the library gives it. */
  readonly code: string;
  /** The same in its English words. */
  readonly detail: string;
}

const OPTIONS = { schema: 'core', resolveKnownTags: false, uniqueKeys: true, prettyErrors: false } as const;

export function readYaml(text: string): ReadYaml {
  const lineCounter = new LineCounter();
  const brokenAt = (offset: number, fault: Pick<YamlFault, 'code' | 'detail'>): ReadYaml => {
    const { line, col } = lineCounter.linePos(offset);
    return { kind: 'broken', line, column: col, ...fault };
  };
  const document = parseDocument(text, { ...OPTIONS, lineCounter });
  // A tag that is not known is only warned of, and would be left out.
  const [fault] = [...document.errors, ...document.warnings];
  if (fault) return brokenAt(fault.pos[0], { code: fault.code, detail: fault.message });
  try {
    return { kind: 'read', value: document.toJS() };
  } catch (error) {
    return brokenAt(firstAlias(document), { code: 'ALIAS', detail: String(error) });
  }
}

/** Where the first alias is that stands for nothing; else the first of those that stand for too much. */
function firstAlias(document: Document.Parsed): number {
  const found: number[] = [];
  visit(document, {
    Alias(_key, alias) {
      const [offset] = alias.range ?? [0];
      if (alias.resolve(document) === undefined) found.unshift(offset);
      else found.push(offset);
    },
  });
  return found[0] ?? 0;
}
