/** Members of a new task that are missing, unknown, of another type or outside their limits. */

import { type BadRequest, create, refused, send, VALID, VALID_STEP } from './row.ts';

function step(part: object): BadRequest {
  return create({ ...VALID, steps: [{ ...VALID_STEP, ...part }] });
}

/** One of each type there is in JSON. */
const ANYTHING: readonly unknown[] = [null, true, 0, 1e21, -1.5, '', [], ['x'], {}, { name: 'x' }];

/** Every member with every type of JSON that it does not have. */
function otherTypes(): Readonly<Record<string, BadRequest>> {
  const members: readonly (readonly [string, (value: unknown) => BadRequest])[] = [
    ['taskId', (taskId) => create({ ...VALID, taskId })],
    ['name', (name) => create({ ...VALID, name })],
    ['steps', (steps) => create({ ...VALID, steps })],
    ['a step', (value) => create({ ...VALID, steps: [value] })],
    ['the name of a step', (name) => step({ name })],
    ['the script of a step', (script) => step({ script })],
  ];
  const rows = members.flatMap(([member, request]) =>
    ANYTHING.map((value) => [`${JSON.stringify(value)} as ${member}`, request(value)] as const),
  );
  return Object.fromEntries(rows);
}

const MEMBERS: Readonly<Record<string, BadRequest>> = {
  'no name': create({ steps: VALID.steps }),
  'no steps': create({ name: 'x' }),
  'a member nobody knows': create({ ...VALID, priority: 1 }),
  'a member in another case': create({ ...VALID, Name: 'x' }),
  'a hundred members nobody knows': create({
    ...VALID,
    ...Object.fromEntries(Array.from(Array(100), (_, no) => [`m${no}`, no])),
  }),
  'a status of its own': create({ ...VALID, status: 'SUCCESS' }),
  'a step without a name': create({ ...VALID, steps: [{ script: 'true' }] }),
  'a step without a script': create({ ...VALID, steps: [{ name: 'x' }] }),
  'a step with a number': step({ stepNo: 1 }),
  'a step with a log path': step({ logPath: '/etc/passwd' }),
  'a bad step behind good ones': create({ ...VALID, steps: [VALID_STEP, VALID_STEP, null] }),
  'too many steps': create({ ...VALID, steps: Array(10_001).fill(VALID_STEP) }),
};

const TEXTS: Readonly<Record<string, BadRequest>> = {
  'a name of 256 characters': create({ ...VALID, name: 'x'.repeat(256) }),
  'a name of 256 emoji': create({ ...VALID, name: '😀'.repeat(256) }),
  'a name of a million characters': create({ ...VALID, name: 'x'.repeat(1_000_000) }),
  'a name with a line end': create({ ...VALID, name: 'a\nb' }),
  'a name with NUL': create({ ...VALID, name: 'a\0b' }),
  'a name with escape': create({ ...VALID, name: '\u001b[2J' }),
  'a name with DEL': create({ ...VALID, name: 'a\u007fb' }),
  'a name with a control character of Latin 1': create({ ...VALID, name: 'a\u0085b' }),
  'a name with half a character': create({ ...VALID, name: '\ud800' }),
  'a name with the other half': create({ ...VALID, name: 'a\udc00' }),
  'a name with the halves swapped': create({ ...VALID, name: '\ude00\ud83d' }),
  'a step name of 256 characters': step({ name: 'x'.repeat(256) }),
  'a step name with a tab': step({ name: 'a\tb' }),
  'a step name with NUL': step({ name: '\0' }),
  'a step name with half a character': step({ name: '\udfff' }),
  'a script with NUL': step({ script: 'a\0b' }),
  'a script of 100,001 bytes': step({ script: 'x'.repeat(100_001) }),
  'a script of too many bytes in few characters': step({ script: '测'.repeat(33_334) }),
  'a script with half a character': step({ script: 'echo \udc00' }),
  'an id with a slash': create({ ...VALID, taskId: 'a/b' }),
  'an id with a backslash': create({ ...VALID, taskId: String.raw`a\b` }),
  'an id of a dot': create({ ...VALID, taskId: '.' }),
  'an id of two dots': create({ ...VALID, taskId: '..' }),
  'an id with NUL': create({ ...VALID, taskId: 'a\0' }),
  'an id with a line end': create({ ...VALID, taskId: 'a\nb' }),
  'an id with a space before it': create({ ...VALID, taskId: ' a' }),
  'an id with a space behind it': create({ ...VALID, taskId: 'a ' }),
  'an id with half a character': create({ ...VALID, taskId: '\ud83d' }),
  'an id with a text direction mark': create({ ...VALID, taskId: 'a\u202eb' }),
  'an id of 65 characters': create({ ...VALID, taskId: 'x'.repeat(65) }),
  'an id of 65 emoji': create({ ...VALID, taskId: '😀'.repeat(65) }),
  'an id of 10,000 characters': create({ ...VALID, taskId: 'x'.repeat(10_000) }),
};

export const newTask = [
  ...refused(400, 'invalid-body', otherTypes()),
  ...refused(400, 'invalid-body', MEMBERS),
  ...refused(400, 'invalid-body', TEXTS),
  ...refused(409, 'task-exists', {
    'an id that is taken': create({ ...VALID, taskId: 'known' }),
    'an id that is taken, the last of two': send(
      JSON.stringify({ taskId: 'other', ...VALID }).replace(/}$/, ',"taskId":"known"}'),
    ),
  }),
];
