/** Values that a schema allows. */

import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

import type { Description, Schema } from './description.ts';
import { MEANINGFUL } from './known-values.ts';

/** Lists and texts may be long; most faults need no long ones, and short ones are told sooner. */
const MOST = 5;

/** Every schema of the API has more rules than JSON Schema can say, which all of these characters keep. */
const CHARACTERS = ['a', 'Z', '0', '-', '_', '~', "'", '测', 'é', '😀'];

/** A script is nothing but what is known to be harmless, a cursor is what the service gave, and nobody waits for long. */
const ONLY_KNOWN = new Set(['script', 'cursor', 'wait']);

export type ValidValue = (schema: Schema, name: string) => Arbitrary<unknown>;

/** @returns for a schema and the name of what it describes, the values that are valid. */
export function validValues({ components }: Pick<Description, 'components'>): ValidValue {
  function value(schema: Schema, name: string): Arbitrary<unknown> {
    const meaningful = MEANINGFUL[name];
    if (schema.$ref !== undefined) return value(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (ONLY_KNOWN.has(name)) return fc.constantFrom(...(meaningful ?? []));
    if (meaningful) return fc.oneof(fc.constantFrom(...meaningful), plain(schema));
    return plain(schema);
  }

  function plain(schema: Schema): Arbitrary<unknown> {
    if (schema.type === 'integer') return wholeNumber(schema);
    if (schema.type === 'string') return text(schema);
    if (schema.type === 'array') {
      return fc.array(value(schema.items ?? {}, ''), { minLength: 1, maxLength: MOST });
    }
    return object(schema);
  }

  function object({ properties = {}, required = [] }: Schema): Arbitrary<unknown> {
    const members = Object.entries(properties).map(([name, schema]) => [name, value(schema, name)] as const);
    return fc.record(Object.fromEntries(members), { requiredKeys: [...required], noNullPrototype: true });
  }

  return value;
}

function wholeNumber({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + MOST) }),
    fc.maxSafeInteger().map((number) => Math.min(Math.max(Math.abs(number), minimum), maximum)),
  );
}

function text({ minLength = 0, maxLength = Number.MAX_SAFE_INTEGER }: Schema): Arbitrary<string> {
  const atMost = Math.min(maxLength, minLength + MOST);
  return fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength, maxLength: atMost });
}
