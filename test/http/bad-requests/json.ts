/** Bodies that are no JSON, or JSON that is no object the API knows. */

import { type BadRequest, create, KNOWN, refused, send, VALID } from './row.ts';

const EXECUTE = `${KNOWN}/execute`;
const CANCEL = `${KNOWN}/cancel`;

/** A valid task as text, with something more in it. */
function withText(member: string): BadRequest {
  return send(`{${member},${JSON.stringify(VALID).slice(1)}`);
}

function nested(depth: number, open: string, close: string): string {
  return open.repeat(depth) + close.repeat(depth);
}

const NO_JSON: Readonly<Record<string, BadRequest>> = {
  'an object that is cut off': send('{"name":'),
  'a text that is cut off': send('{"name":"x'),
  'an escape that is cut off': send(String.raw`{"name":"\u12"}`),
  'an escape there is not': send(String.raw`{"name":"\x41"}`),
  'a trailing comma': send('{"name":"x",}'),
  'a trailing comma of a list': send('[1,]'),
  'a missing comma': send('{"name":"x" "steps":[]}'),
  'a missing value': send('{"name":}'),
  'a comment': send('{"name":"x"/* a comment */}'),
  'a comment of a line': send('{} // a comment'),
  'something behind': send('{} x'),
  'two objects': send('{}{}'),
  'a member without quotes': send('{name:"x"}'),
  'single quotes': send(`{'name':'x'}`),
  'a line end in a text': send('{"name":"a\nb"}'),
  'NUL in a text': send('{"name":"a\0b"}'),
  'NUL behind it': send('{}\0'),
  'not a number': send('{"name":NaN}'),
  infinity: send('{"name":-Infinity}'),
  undefined: send('undefined'),
  'a leading zero': send('{"name":01}'),
  'a number in hexadecimal': send('{"name":0x1}'),
  'a number with a sign': send('{"name":+1}'),
  'a fraction without digits': send('{"name":1.}'),
  'a form': send('name=x'),
  XML: send('<task/>'),
  'white space': send(' \n '),
  'a space of another kind': send('\u00a0{}'),
  'a function call': send('callback({})'),
};

const NO_OBJECT: Readonly<Record<string, BadRequest>> = {
  'no body': { method: 'POST' },
  'an empty body': send(''),
  null: send('null'),
  true: send('true'),
  'a number': send('1'),
  'a number without end': send('1e999'),
  'a text': send('"name"'),
  'a list': send('[]'),
  'a list of a task': send(JSON.stringify([VALID])),
  'an object without members': send('{}'),
  'lists in lists': send(nested(33, '[', ']')),
  'objects in objects': send(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`),
  'brackets without end': send('['.repeat(100_000)),
  'eight million brackets': send('['.repeat(8_000_000)),
  'millions of empty objects': send(`[${'{},'.repeat(2_700_000)}{}]`),
  'more values than any task has': send(`[${'0,'.repeat(50_000)}0]`),
  'an execute with a member nobody knows': send('{"force":true}', {}, EXECUTE),
  'an execute from a step in another case': send('{"fromstep":1}', {}, EXECUTE),
  'an execute from a step that is a text': send('{"fromStep":"1"}', {}, EXECUTE),
  'an execute from a step that is null': send('{"fromStep":null}', {}, EXECUTE),
  'an execute from a step that is a list': send('{"fromStep":[1]}', {}, EXECUTE),
  'an execute from half a step': send('{"fromStep":1.5}', {}, EXECUTE),
  'an execute from a step below all': send('{"fromStep":-1}', {}, EXECUTE),
  'an execute from a step beyond all': send('{"fromStep":2147483648}', {}, EXECUTE),
  'an execute from a step without end': send('{"fromStep":1e999}', {}, EXECUTE),
  'an execute with null': send('null', {}, EXECUTE),
  'an execute with a list': send('[]', {}, EXECUTE),
  'an execute with a text': send('""', {}, EXECUTE),
  'an execute with a prototype': send('{"__proto__":{"polluted":1}}', {}, EXECUTE),
  'a cancel with a member': send('{"force":true}', {}, CANCEL),
  'a cancel with null': send('null', {}, CANCEL),
  'a deletion with a member': { ...send('{"force":true}', {}, KNOWN), method: 'DELETE' },
  'a deletion with null': { ...send('null', {}, KNOWN), method: 'DELETE' },
};

/** What fools who copies members into objects. */
const OF_EVERY_OBJECT: Readonly<Record<string, BadRequest>> = {
  'a prototype': withText('"__proto__":{"polluted":1}'),
  'a prototype that is the task': send(`{"__proto__":${JSON.stringify(VALID)}}`),
  'a prototype in escapes': withText(String.raw`"\u005f_proto__":{"polluted":1}`),
  'a constructor': withText('"constructor":{"prototype":{"polluted":1}}'),
  'the member prototype': withText('"prototype":{"polluted":1}'),
  'a member toString': withText('"toString":1'),
  'a prototype of a step': send('{"name":"x","steps":[{"name":"x","script":":","__proto__":{"polluted":1}}]}'),
  'a constructor of a step': create({ ...VALID, steps: [{ name: 'x', script: ':', constructor: { prototype: {} } }] }),
  'a prototype in the place of steps': send('{"name":"x","steps":{"__proto__":{"length":1}}}'),
  'a length in the place of steps': create({ ...VALID, steps: { length: 1, 0: VALID.steps[0] } }),
};

export const json = [
  ...refused(400, 'invalid-json', NO_JSON),
  ...refused(400, 'invalid-json', { 'an execute that is cut off': send('{', {}, EXECUTE) }),
  ...refused(400, 'invalid-body', NO_OBJECT),
  ...refused(400, 'invalid-body', OF_EVERY_OBJECT),
];
