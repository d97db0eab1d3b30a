/** A shape of JSON: its members, how deep they may be. */

import type { JSX } from 'preact';

import { type ApiDocument, resolve, type Schema } from './document.ts';

interface SchemaProps {
  readonly document: ApiDocument;
  readonly schema: Schema;
}

export function SchemaView({ document, schema }: SchemaProps): JSX.Element | null {
  const shape = resolve<Schema>(document, schema);
  if (shape.anyOf?.some((one) => hasMembers(document, one))) {
    return (
      <>
        {shape.anyOf.map((one, index) => (
          <SchemaView key={index} document={document} schema={one} />
        ))}
      </>
    );
  }
  const { properties: members, required: names } = objectOf(document, shape);
  if (!members) return shape.description ? <p class="faint">{shape.description}</p> : null;
  const required = new Set(names);
  return (
    <dl class="members">
      {Object.entries(members).map(([name, member]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>{' '}
            <span class="faint">
              {typeOf(document, member)}
              {required.has(name) ? '' : ', optional'}
            </span>
          </dt>
          <dd>
            {resolve<Schema>(document, member).description}
            {hasMembers(document, member) && <SchemaView document={document} schema={member} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** An object, or those in a list. */
function objectOf(document: ApiDocument, given: Schema): Schema {
  const schema = resolve<Schema>(document, given);
  return schema.items ? resolve<Schema>(document, schema.items) : schema;
}

function hasMembers(document: ApiDocument, schema: Schema): boolean {
  return objectOf(document, schema).properties !== undefined;
}

/** In words: `string or null, 1 to 64 characters`. */
function typeOf(document: ApiDocument, given: Schema): string {
  const schema = resolve<Schema>(document, given);
  const { type, items, anyOf, minimum, maximum, minLength, maxLength } = schema;
  if (schema.enum) return schema.enum.length > 12 ? 'one of many texts' : schema.enum.map(String).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (anyOf) return anyOf.map((one) => typeOf(document, one)).join(' or ');
  if (items) return `list of ${typeOf(document, items)}`;
  const base = typeof type === 'string' ? type : (type ?? ['anything']).join(' or ');
  const isBounded = minLength !== undefined && maxLength !== undefined;
  if (isBounded) return `${base}, ${minLength} to ${maxLength} characters`;
  // What every number of this kind is bounded by says nothing.
  return minimum !== undefined && maximum !== undefined && maximum < 2 ** 31 - 1
    ? `${base}, ${minimum} to ${maximum}`
    : base;
}
