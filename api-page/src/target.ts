/** Where a form sends its operation, with which headers and which body. */

import type { Operation } from './document.ts';

/** What was filled in, by the names of parameters; also `accept` and `body`. */
export type Given = Readonly<Record<string, string>>;

export interface Target {
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** null where the operation takes none. */
  readonly body: string | null;
}

export function targetOf({ path, parameters, body }: Operation, given: Given): Target {
  const filled = parameters.flatMap(({ in: place, name }) => {
    const value = given[name] ?? '';
    return value === '' ? [] : [{ place, name, value }];
  });
  const inPlace = (wanted: string) => filled.filter(({ place }) => place === wanted);
  const route = inPlace('path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, () => encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(inPlace('query').map(({ name, value }) => [name, value])).toString();
  const accept = given['accept'] ?? '';
  return {
    path: query === '' ? route : `${route}?${query}`,
    headers: {
      ...Object.fromEntries(inPlace('header').map(({ name, value }) => [name, value])),
      ...(accept !== '' && { Accept: accept }),
      ...(body !== null && { 'Content-Type': 'application/json' }),
    },
    body: body === null ? null : (given['body'] ?? ''),
  };
}
