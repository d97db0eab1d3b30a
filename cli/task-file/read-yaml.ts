/** Reads YAML: its core schema, one document, no tags of its own, no member twice. Loaded only where a text is not JSON. */

import { LineCounter, parseDocument } from 'yaml';

import { misuse } from '../faults/fault.ts';

const OPTIONS = { schema: 'core', resolveKnownTags: false, uniqueKeys: true, prettyErrors: false } as const;

/** Throws a Fault that names the line. */
export function readYaml(text: string, name: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { ...OPTIONS, lineCounter });
  // A tag that is not known is only warned of, and would be left out.
  const [fault] = [...document.errors, ...document.warnings];
  if (fault) {
    const { line, col } = lineCounter.linePos(fault.pos[0]);
    throw misuse(`${name}, line ${line}, column ${col}: ${fault.message}`, fault);
  }
  try {
    return document.toJS();
  } catch (error) {
    // An alias that stands for nothing, or for too much.
    throw misuse(`${name}: ${(error as Error).message}`, error);
  }
}
