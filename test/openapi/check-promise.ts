/** Whether an answer is one of those that an operation has by its description, whatever was asked. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

import type { DescribedAnswer, Description, Operation } from '../fuzz/description.ts';
import type { RawAnswer } from '../support/raw-request.ts';

/** What is wrong with an answer, in words; null where nothing is. */
export type CheckPromise = (operation: Operation, answer: RawAnswer) => string | null;

export function promiseCheck(description: Description): CheckPromise {
  const ajv = formats.default(new Ajv2020({ strict: false }));
  ajv.addSchema(description, 'api');
  // A header is a text, whatever it stands for.
  const headersAjv = formats.default(new Ajv2020({ strict: false, coerceTypes: true }));

  return (operation, answer) => {
    const described = operation.answers[answer.status];
    if (!described) return `the status ${answer.status} is not described`;
    return bodyFault(operation, described, answer) ?? headersFault(described, answer);
  };

  function headersFault({ headers = {} }: DescribedAnswer, answer: RawAnswer): string | null {
    for (const [name, given] of Object.entries(headers)) {
      const header = '$ref' in given ? description.components.headers[given.$ref.split('/').at(-1) ?? ''] : given;
      const value = answer.headers[name.toLowerCase()];
      if (value === undefined && header?.required) return `the header ${name} is missing`;
      if (value !== undefined && !headersAjv.validate(header?.schema ?? {}, value)) {
        return `the header ${name} has another shape: ${value}`;
      }
    }
    return null;
  }

  function bodyFault(operation: Operation, described: DescribedAnswer, answer: RawAnswer): string | null {
    const { status, headers, body } = answer;
    if (!described.content) return body.length === 0 ? null : `the status ${status} has a body`;
    const type = mediaType(headers['content-type']);
    if (!Object.hasOwn(described.content, type)) return `the type ${type} is not described for ${status}`;
    // Lines of JSON are none themselves.
    if (!/[/+]json$/.test(type)) return null;
    return shapeFault(validator(operation, `${status}`, type), body) ?? codeFault(described, body);
  }

  function validator({ method, path }: Operation, status: string, type: string): ValidateFunction {
    const way = ['paths', path, method.toLowerCase(), 'responses', status, 'content', type, 'schema'];
    const validate = ajv.getSchema(`api#/${way.map(pointer).join('/')}`);
    if (!validate) throw new Error(`no schema at ${way.join(' ')}`);
    return validate;
  }
}

function pointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

export function mediaType(header = ''): string {
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
  const code = problemCode(body);
  return description.split(', ').includes(code) ? null : `the problem ${code} is not described`;
}

export function problemCode(body: Buffer): string {
  return String(JSON.parse(body.toString()).type).replace('/problems/', '');
}
