/** The headers that no route has to name: they follow from the status of an answer, or from what else an operation answers. */

import type { ApiDocument } from './api-document.ts';

const text = { type: 'string' } as const;

/** Of answers, by their names. */
export const GENERAL_HEADERS = {
  'X-Request-Id': {
    description:
      'The id of this request in the log of the service: that of the request where it is sane, else a new one. Not in answers to what could not be read.',
    schema: text,
  },
  'X-Role': {
    description: 'What the caller may do: read, operate or author. Only where a role is needed.',
    schema: text,
  },
  ETag: { description: 'For If-None-Match.', required: true, schema: text },
  'WWW-Authenticate': { description: 'Bearer, and what is wrong with the token.', required: true, schema: text },
  'Retry-After': {
    description: 'Seconds after which another try makes sense.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'Content-Range': { description: 'The size there is: bytes */1234.', required: true, schema: text },
} as const;

/** Of requests to operations that answer 304. */
export const IF_NONE_MATCH = {
  in: 'header',
  name: 'If-None-Match',
  description: 'The ETag of an earlier answer: 304 where it would be the same.',
  schema: text,
} as const;

type HeaderName = keyof typeof GENERAL_HEADERS;

/** By their statuses. */
const OF_STATUS: Readonly<Record<string, readonly HeaderName[]>> = {
  304: ['ETag'],
  401: ['WWW-Authenticate'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** Puts them where they belong. */
export function addGeneralHeaders(document: ApiDocument): void {
  const items = Object.values(document.paths ?? {});
  for (const { get, post, put, delete: del } of items) {
    for (const operation of [get, post, put, del]) if (operation) addTo(operation);
  }
}

type Operation = NonNullable<NonNullable<ApiDocument['paths']>[string]['get']>;

function addTo(operation: Operation): void {
  const { responses = {}, parameters = [] } = operation;
  const isTagged = Object.hasOwn(responses, '304');
  if (isTagged) operation.parameters = [...parameters, { $ref: '#/components/parameters/IfNoneMatch' }];
  for (const [status, response] of Object.entries(responses)) {
    if (typeof response !== 'object' || '$ref' in response) continue;
    const further = isTagged && status === '200' ? (['ETag'] as const) : (OF_STATUS[status] ?? []);
    // What the routes set is not in problems.
    const known = Number(status) < 400 ? (['X-Role'] as const) : [];
    const names = ['X-Request-Id', ...known, ...further];
    const general = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
    response.headers = { ...response.headers, ...Object.fromEntries(general) };
  }
}
