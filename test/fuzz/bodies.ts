/** Bodies with which something may be wrong: values of another shape, texts that are no JSON, bytes that are no text. */

import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

import type { Schema } from './description.ts';
import { ODD_TEXTS } from './known-values.ts';
import type { ValidValue } from './valid-values.ts';

type Body = string | Uint8Array | null;

/** @param schema of the operation; null where it takes none. */
export function bodies(schema: Schema | null, valid: ValidValue): Arbitrary<Body> {
  if (schema === null)
    return fc.oneof({ arbitrary: fc.constant(null), weight: 9 }, { arbitrary: fc.json(), weight: 1 });
  const good = valid(schema, '');
  return fc.oneof<Arbitrary<Body>[]>(
    good.map((value) => JSON.stringify(value)),
    mutated(good).map((value) => JSON.stringify(value) ?? ''),
    spoiled(good.map((value) => JSON.stringify(value))),
    fc.json(),
    fc.uint8Array({ maxLength: 50 }),
    fc.constant(null),
  );
}

/** A value in which one thing, at any depth, is another one, is missing, or has something beside it. */
function mutated(good: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc
    .tuple(good, fc.array(fc.nat(9), { maxLength: 4 }), replacement())
    .map(([value, way, other]) => replaced(value, way, other));
}

function replacement(): Arbitrary<unknown> {
  return fc.oneof(fc.jsonValue(), fc.constantFrom(...ODD_TEXTS), fc.constant(undefined));
}

/** @param way which member to follow at each depth; where it ends, the other value is put. */
function replaced(value: unknown, [first, ...rest]: readonly number[], other: unknown): unknown {
  if (first === undefined || typeof value !== 'object' || value === null) return other;
  const members = Object.entries(value);
  const [name, member] = members[first % (members.length + 1)] ?? ['more', undefined];
  const copy = Array.isArray(value) ? [...value] : { ...value };
  return Object.assign(copy, { [name]: replaced(member, rest, other) });
}

/** A text from which a part is missing, or that has something in it. */
function spoiled(text: Arbitrary<string>): Arbitrary<string> {
  return fc.tuple(text, fc.nat(), fc.nat(3), fc.string({ maxLength: 3 })).map(([whole, place, length, inserted]) => {
    const at = place % (whole.length + 1);
    return whole.slice(0, at) + inserted + whole.slice(at + length);
  });
}
