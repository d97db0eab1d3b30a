/** How much a JSON text holds: the platform's parser takes seconds for millions of brackets, or of values. */

export interface JsonBounds {
  /** Brackets that are open at the same time. */
  readonly depth: number;
  /** Never fewer than there are; a list or an object counts once for itself and once for what it may hold. */
  readonly values: number;
}

/** Which bound is passed first; null where none is. */
export function findPassedBound(json: string, bounds: JsonBounds): keyof JsonBounds | null {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') {
      if (++depth > bounds.depth) return 'depth';
      if (++values > bounds.values) return 'values';
    } else if (character === ',') {
      if (++values > bounds.values) return 'values';
    } else if (character === ']' || character === '}') depth--;
  }
  return null;
}
