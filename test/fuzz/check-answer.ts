/** Whether an answer is one that the description promises. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

import type { RawAnswer } from '../support/raw-request.ts';
import type { DescribedAnswer, Description, Operation } from './description.ts';
import type { FuzzRequest } from './fuzz-request.ts';

/** What is wrong with an answer, in words; null where nothing is. */
export type CheckAnswer = (asked: FuzzRequest, answer: RawAnswer) => string | null;

/** What a request can be answered with that is wrong in no way that its description tells. */
const NOT_FOR_A_VALID_ONE = new Set([400, 401, 403, 405, 406, 408, 413, 415, 421, 431]);

export function answerCheck(description: Description): CheckAnswer {
  const ajv = formats.default(new Ajv2020({ strict: false }));
  ajv.addSchema(description, 'api');

  return ({ operation, isValid }, { status, headers, body }) => {
    const described = operation.answers[status];
    if (!described) return `the status ${status} is not described`;
    if (status >= 500 && status !== 503) return `the status ${status} is a fault of the service`;
    if (isValid && NOT_FOR_A_VALID_ONE.has(status)) return `a valid request is refused: ${body.toString()}`;
    if (!described.content) return body.length === 0 ? null : `the status ${status} has a body`;
    const type = mediaType(headers['content-type']);
    if (!Object.hasOwn(described.content, type)) return `the type ${type} is not described for ${status}`;
    if (!type.endsWith('json')) return null;
    return shapeFault(validator(operation, { status, type }), body) ?? codeFault(described, body);
  };

  function validator(
    { method, path }: Operation,
    { status, type }: { readonly status: number; readonly type: string },
  ) {
    const way = ['paths', path, method.toLowerCase(), 'responses', `${status}`, 'content', type, 'schema'];
    const validate = ajv.getSchema(`api#/${way.map(pointer).join('/')}`);
    if (!validate) throw new Error(`no schema at ${way.join(' ')}`);
    return validate;
  }
}

function pointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function mediaType(header = ''): string {
  return header.split(';', 1)[0]?.trim() ?? '';
}

function shapeFault(validate: ValidateFunction, body: Buffer): string | null {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return `the body is no JSON: ${body.toString()}`;
  }
  if (validate(value)) return null;
  const [error] = validate.errors ?? [];
  return `the body has another shape: ${error?.instancePath} ${error?.message}: ${body.toString()}`;
}

/** The description of a problem names its codes. */
function codeFault({ description, content = {} }: DescribedAnswer, body: Buffer): string | null {
  if (!Object.hasOwn(content, 'application/problem+json')) return null;
  const { type } = JSON.parse(body.toString());
  const code = String(type).replace('/problems/', '');
  return description.split(', ').includes(code) ? null : `the problem ${code} is not described`;
}
