/** A request that nothing is wrong with, made of the examples in the description. */

import * as fc from 'fast-check';

import type { Operation, Parameter } from '../fuzz/description.ts';
import { validValues } from '../fuzz/valid-values.ts';
import type { RawRequest } from '../support/raw-request.ts';
import { description } from './read-document.ts';

/** What goes in the place of examples, by the names of parameters. */
export type Values = Readonly<Record<string, string>>;

const SEED = 1;

/** @param values of parameters of the path, and of queries that are to be sent too */
export function goodRequest(operation: Operation, values: Values = {}): RawRequest {
  const { method, parameters, body } = operation;
  const ofPath = parameters.filter((parameter) => parameter.in === 'path');
  const path = ofPath.reduce(
    (text, parameter) =>
      text.replace(`{${parameter.name}}`, () => encodeURIComponent(valueOf(operation, parameter, values))),
    operation.path,
  );
  const ofQuery = parameters.filter((parameter) => parameter.in === 'query' && values[parameter.name] !== undefined);
  const query = ofQuery.map(({ name }) => `${name}=${encodeURIComponent(values[name] ?? '')}`).join('&');
  const target = query === '' ? path : `${path}?${query}`;
  if (body === null) return { method, path: target };
  return { method, path: target, headers: { 'Content-Type': 'application/json' }, body: bodyOf(operation) };
}

function valueOf({ operationId }: Operation, { name, schema }: Parameter, values: Values): string {
  const value = values[name] ?? schema.example;
  if (value === undefined)
    throw new Error(`the parameter ${name} of ${operationId} has no example: give it one by .meta()`);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Without the id of a new task, so that it can be sent again. */
function bodyOf(operation: Operation): string {
  const { taskId: _, ...body } = JSON.parse(exampleBody(operation));
  return JSON.stringify(body);
}

/** The example of a body; without one, any value that its schema allows. */
export function exampleBody({ body }: Operation): string {
  const schema = body?.$ref === undefined ? body : description.components.schemas[body.$ref.split('/').at(-1) ?? ''];
  const [sample] = fc.sample(validValues(description)(schema ?? {}, ''), { seed: SEED, numRuns: 1 });
  return JSON.stringify(schema?.example ?? sample);
}
