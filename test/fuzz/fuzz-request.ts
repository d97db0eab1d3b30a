/** Requests for an operation: valid ones by its description, and such that something is wrong with. */

import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

import type { RawRequest } from '../support/raw-request.ts';
import { bodies } from './bodies.ts';
import { type Description, type Operation, operationsOf, type Parameter } from './description.ts';
import { MEANINGFUL, ODD_ENCODINGS, ODD_HEADERS, ODD_TEXTS } from './known-values.ts';
import { type ValidValue, validValues } from './valid-values.ts';

export interface FuzzRequest {
  readonly operation: Operation;
  readonly request: RawRequest;
  /** Whether nothing is wrong with it by the description. */
  readonly isValid: boolean;
}

export function fuzzRequests(description: Description): Arbitrary<FuzzRequest> {
  const valid = validValues(description);
  const each = operationsOf(description).flatMap((operation) => [
    { arbitrary: validRequest(operation, valid), weight: 1 },
    { arbitrary: oddRequest(operation, valid), weight: 2 },
  ]);
  return fc.oneof(...each);
}

function validRequest(operation: Operation, valid: ValidValue): Arbitrary<FuzzRequest> {
  const path = target(operation, ({ schema, name }) => encoded(valid(schema, name)));
  // At most one: some contradict each other, which no schema tells.
  const parameter = queryOf(operation).map(({ name, schema }) => assignment(name, valid(schema, name)));
  const query = fc.oneof(fc.constant(''), ...parameter.map((given) => given.map((text) => `?${text}`)));
  const body = operation.body ? valid(operation.body, '').map((value) => JSON.stringify(value)) : fc.constant(null);
  return fc.record({ path, query, body }).map((parts) => ({
    operation,
    request: join(operation, { ...parts, headers: {} }),
    isValid: true,
  }));
}

function oddRequest(operation: Operation, valid: ValidValue): Arbitrary<FuzzRequest> {
  const path = target(operation, (parameter) =>
    fc.oneof(
      { arbitrary: meaningful(parameter), weight: 6 },
      { arbitrary: encoded(valid(parameter.schema, parameter.name)), weight: 2 },
      // Without a text in its place it is the path of another operation.
      { arbitrary: encoded(oddText().filter((text) => text !== '')), weight: 2 },
      { arbitrary: fc.constantFrom(...ODD_ENCODINGS), weight: 1 },
    ),
  );
  const parts = { path, query: oddQuery(operation, valid), headers: oddHeaders(), body: bodies(operation.body, valid) };
  return fc.record(parts).map((given) => ({ operation, request: join(operation, given), isValid: false }));
}

interface Parts {
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

function join({ method }: Operation, { path, query, headers, body }: Parts): RawRequest {
  const type = body === null ? {} : { 'Content-Type': 'application/json' };
  return { method, path: path + query, headers: { ...type, ...headers }, ...(body !== null && { body }) };
}

/** The path of an operation, with something in the place of each parameter. */
function target(
  { path, parameters }: Operation,
  value: (parameter: Parameter) => Arbitrary<string>,
): Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  return fc
    .tuple(...inPath.map(value))
    .map((values) =>
      inPath.reduce((text, { name }, index) => text.replace(`{${name}}`, () => values[index] ?? ''), path),
    );
}

function meaningful({ name }: Parameter): Arbitrary<string> {
  return encoded(fc.constantFrom(...(MEANINGFUL[name] ?? ODD_TEXTS)));
}

function oddText(): Arbitrary<string> {
  return fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: 'binary' }), fc.string());
}

function oddQuery(operation: Operation, valid: ValidValue): Arbitrary<string> {
  const known = queryOf(operation).flatMap(({ name, schema }) => [
    { arbitrary: assignment(name, valid(schema, name)), weight: 2 },
    { arbitrary: assignment(name, oddText()), weight: 1 },
  ]);
  const unknown = fc.oneof(assignment('_', oddText()), assignment('x', oddText()), fc.constantFrom(...ODD_ENCODINGS));
  const some = fc.array(fc.oneof(...known, { arbitrary: unknown, weight: 1 }), { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { arbitrary: fc.constant(''), weight: 2 },
    { arbitrary: some.map((all) => `?${all.join('&')}`), weight: 1 },
  );
}

function oddHeaders(): Arbitrary<Readonly<Record<string, string>>> {
  const header = fc
    .constantFrom(...Object.entries(ODD_HEADERS))
    .chain(([name, values]) => fc.tuple(fc.constant(name), fc.constantFrom(...values)));
  return fc.array(header, { maxLength: 2 }).map((all) => Object.fromEntries(all));
}

function queryOf({ parameters }: Operation): readonly Parameter[] {
  return parameters.filter((parameter) => parameter.in === 'query');
}

function assignment(name: string, value: Arbitrary<unknown>): Arbitrary<string> {
  return encoded(value).map((text) => `${name}=${text}`);
}

function encoded(value: Arbitrary<unknown>): Arbitrary<string> {
  // Halves of characters have no encoding.
  return value.map((given) => encodeURIComponent(String(given).toWellFormed()));
}
