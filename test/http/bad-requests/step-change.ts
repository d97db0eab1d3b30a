/** Bodies that say how to change a step by hand, with members that are missing, unknown or outside their limits. */

import { type BadRequest, KNOWN, on, refused, TASKS } from './row.ts';

const STEP = `${KNOWN}/steps/1`;

type Change = (body: unknown, path?: string) => BadRequest;

const mend: Change = (body, path = STEP) => withBody('PUT', path, body);
const resolve: Change = (body, path = STEP) => withBody('POST', `${path}/resolve`, body);

const MENDING = { script: 'true', reason: 'why' };
const RESOLUTION = { status: 'SUCCESS', reason: 'why' };

const CHANGES = [
  ['a mending', mend, MENDING],
  ['a resolution', resolve, RESOLUTION],
] as const;

function withBody(method: string, path: string, body: unknown): BadRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { ...on(method, path, { 'Content-Type': 'application/json' }), body: text };
}

function ofBoth(rows: (change: Change, good: object) => Readonly<Record<string, BadRequest>>) {
  return Object.fromEntries(
    CHANGES.flatMap(([name, change, good]) =>
      Object.entries(rows(change, good)).map(([what, request]) => [`${name} ${what}`, request] as const),
    ),
  );
}

const BODIES = ofBoth((change, good) => ({
  'without a body': change(''),
  'of null': change('null'),
  'of a list': change([good]),
  'of a text': change('"true"'),
  'without members': change({}),
  'with a member nobody knows': change({ ...good, force: true }),
  'with the status of another': change({ ...good, exitCode: 0 }),
  'with a prototype': change(`{"__proto__":${JSON.stringify(good)}}`),
  'without a reason': change({ ...good, reason: undefined }),
  'whose reason is null': change({ ...good, reason: null }),
  'whose reason is a number': change({ ...good, reason: 1 }),
  'whose reason is empty': change({ ...good, reason: '' }),
  'whose reason is blank': change({ ...good, reason: ' \u00a0\u3000' }),
  'whose reason has two lines': change({ ...good, reason: 'a\nb' }),
  'whose reason has NUL': change({ ...good, reason: 'a\0b' }),
  'whose reason has an escape': change({ ...good, reason: '\u001b[2J' }),
  'whose reason has half a character': change({ ...good, reason: '\ud800' }),
  'whose reason has 501 characters': change({ ...good, reason: 'x'.repeat(501) }),
  'whose reason has 501 emoji': change({ ...good, reason: '😀'.repeat(501) }),
}));

const SCRIPTS: Readonly<Record<string, BadRequest>> = {
  'a mending without a script': mend({ reason: 'why' }),
  'a mending whose script is null': mend({ ...MENDING, script: null }),
  'a mending whose script is a list': mend({ ...MENDING, script: ['true'] }),
  'a mending whose script is empty': mend({ ...MENDING, script: '' }),
  'a mending whose script has NUL': mend({ ...MENDING, script: 'a\0b' }),
  'a mending whose script has 100,001 bytes': mend({ ...MENDING, script: 'x'.repeat(100_001) }),
  'a mending whose script has too many bytes in few characters': mend({ ...MENDING, script: '测'.repeat(33_334) }),
  'a mending whose script has half a character': mend({ ...MENDING, script: 'echo \udc00' }),
  'a mending with another name': mend({ ...MENDING, name: 'x' }),
};

const STATUSES: Readonly<Record<string, BadRequest>> = {
  'a resolution without a status': resolve({ reason: 'why' }),
  'a resolution whose status is null': resolve({ ...RESOLUTION, status: null }),
  'a resolution whose status is PENDING': resolve({ ...RESOLUTION, status: 'PENDING' }),
  'a resolution whose status is RUNNING': resolve({ ...RESOLUTION, status: 'RUNNING' }),
  'a resolution whose status is in another case': resolve({ ...RESOLUTION, status: 'success' }),
  'a resolution whose status is a list': resolve({ ...RESOLUTION, status: ['SUCCESS'] }),
  'a resolution with a script': resolve({ ...RESOLUTION, script: 'true' }),
};

const STEP_NUMBERS = ofBoth((change, good) => ({
  'of a step that is a word': change(good, `${KNOWN}/steps/x`),
  'of a step beyond all numbers': change(good, `${KNOWN}/steps/2147483648`),
  'of a step with a sign': change(good, `${KNOWN}/steps/-1`),
}));

const IDS = ofBoth((change, good) => ({ 'of an odd id': change(good, `${TASKS}/%00/steps/1`) }));

export const stepChange = [
  ...refused(400, 'invalid-body', { ...BODIES, ...SCRIPTS, ...STATUSES }),
  ...refused(
    400,
    'invalid-json',
    ofBoth((change) => ({ 'that is cut off': change('{') })),
  ),
  ...refused(400, 'invalid-query', { 'a mending with a query': mend(MENDING, `${STEP}?force=1`) }),
  ...refused(400, 'invalid-query', {
    'a resolution with a query': withBody('POST', `${STEP}/resolve?a=1`, RESOLUTION),
  }),
  ...refused(400, 'invalid-step-no', STEP_NUMBERS),
  ...refused(400, 'invalid-task-id', IDS),
  ...refused(
    409,
    'task-data-invalid',
    ofBoth((change, good) => ({
      'of an adopted id with spaces': change(good, `${TASKS}/%20spaced%20/steps/1`),
    })),
  ),
  ...refused(404, 'not-found', {
    'a resolution in another case': withBody('POST', `${STEP}/Resolve`, RESOLUTION),
    'a resolution of a task': withBody('POST', `${KNOWN}/resolve`, RESOLUTION),
  }),
  ...refused(
    415,
    'unsupported-media-type',
    ofBoth((change, good) => ({
      'of plain text': { ...(change(good) as object), headers: { 'Content-Type': 'text/plain' } },
    })),
  ),
  ...refused(
    413,
    'payload-too-large',
    ofBoth((change) => ({
      'above 1 MiB': change(`{${' '.repeat(1024 * 1024)}}`),
    })),
  ),
];
