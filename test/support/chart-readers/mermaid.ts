/** Reads the lines of Mermaid that we write. Mermaid's own parser needs the DOM of a browser. */

import type { ReadBack } from './read-back.ts';
import { dotted, readArrows } from './underscored.ts';

export function readMermaid(text: string): ReadBack {
  if (!text.startsWith('stateDiagram-v2\n')) throw new Error('not a state diagram');
  return {
    edges: readArrows(text, '<br/>'),
    active: [...text.matchAll(/^ *class (\w+) (active|activeAround)$/gm)].map(([, id = '']) => dotted(id)).sort(),
  };
}
