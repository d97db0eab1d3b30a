/** How each problem is brought about, whatever the operation. */

import { ROLES } from '../../src/http/access/role.ts';
import type { ProblemCode } from '../../src/http/problems/catalogue.ts';
import type { Operation } from '../fuzz/description.ts';
import { exchange, type RawAnswer, type RawRequest, sendRaw } from '../support/raw-request.ts';
import { goodRequest, type Values } from './good-request.ts';
import type { Stage } from './stage.ts';
import { tokenOf } from './token-book.ts';
import type { Trouble } from './troubles.ts';

export type Provoke = (stage: Stage, operation: Operation) => Promise<RawAnswer>;

/** By `code`, for any operation, or by `operationId code`. */
export const PROBLEM_STAGES: Readonly<Record<string, Provoke>> = {
  'malformed-request': (stage, operation) => send(stage, operation, { headers: { 'Transfer-Encoding': 'gzip' } }),
  'malformed-url': (stage, operation) => send(stage, operation, { more: 'x=%zz' }),
  'invalid-host': (stage, operation) => send(stage, operation, { headers: { Host: null } }),
  'misdirected-host': (stage, operation) => send(stage, operation, { headers: { Host: 'attacker.example' } }),
  'request-timeout': async (stage, { method, path }) =>
    exchange(await stage.portOf('hasty'), `${method} ${path} HTTP/1.1\r\nHost: local`),
  'headers-too-large': (stage, operation) => send(stage, operation, { headers: { 'X-Large': 'x'.repeat(20_000) } }),
  internal: (stage, operation) => send(stage, operation, { trouble: 'faulty' }),
  'too-many-connections': (stage, operation) => send(stage, operation, { trouble: 'crowded' }),
  'too-many-streams': (stage, operation) =>
    send(stage, operation, { trouble: 'streaming', values: { taskId: 'done' } }),
  unauthorized: (stage, operation) => send(stage, operation, { trouble: 'guarded' }),
  forbidden: (stage, operation) => send(stage, operation, { trouble: 'guarded', headers: lesserToken(operation) }),
  async 'too-many-requests'(stage, operation) {
    const wrong = { trouble: 'guarded', headers: { Authorization: 'Bearer wrong' } } as const;
    await send(stage, operation, wrong);
    return send(stage, operation, wrong);
  },
  'cross-origin': (stage, operation) => send(stage, operation, { headers: { Origin: 'https://attacker.example' } }),
  'not-acceptable': (stage, operation) => send(stage, operation, { headers: { Accept: 'image/png' } }),
  'invalid-query': (stage, operation) => send(stage, operation, { more: 'nonsense=1' }),
  'invalid-task-id': (stage, operation) => send(stage, operation, { values: { taskId: ' x' } }),
  'invalid-step-no': (stage, operation) => send(stage, operation, { values: { stepNo: 'x' } }),
  'invalid-json': (stage, operation) => send(stage, operation, { body: '{' }),
  'invalid-body': (stage, operation) => send(stage, operation, { body: '{"nonsense":1}' }),
  'invalid-encoding': (stage, operation) =>
    send(stage, operation, { headers: { 'Content-Encoding': 'gzip' }, body: '{}' }),
  'payload-too-large': (stage, operation) =>
    send(stage, operation, { trouble: 'small', body: `{${' '.repeat(3000)}}` }),
  'unsupported-media-type': (stage, operation) =>
    send(stage, operation, { headers: { 'Content-Type': 'text/xml' }, body: '<x/>' }),
  'not-found': (stage, operation) => send(stage, operation, { values: { file: 'nothing.js', code: 'nothing' } }),
  'getRun not-found': (stage, operation) => send(stage, operation, { values: { run: '' } }),
  'task-not-found': (stage, operation) => send(stage, operation, { values: { taskId: 'nobody' } }),
  'step-not-found': (stage, operation) => send(stage, operation, { values: { taskId: 'done', stepNo: '99' } }),
  'executeTask step-not-found': (stage, operation) => send(stage, operation, { body: '{"fromStep":99}' }),
  'earlier-step-not-success': (stage, operation) => send(stage, operation, { body: '{"fromStep":2}' }),
  'run-not-found': (stage, operation) => send(stage, operation, { values: { taskId: 'pending' } }),
  'log-not-available': (stage, operation) => send(stage, operation, { values: { taskId: 'logless' } }),
  'range-not-satisfiable': (stage, operation) =>
    send(stage, operation, { values: { taskId: 'done' }, headers: { Range: 'bytes=999999-' } }),
  'task-exists': (stage, operation) =>
    send(stage, operation, {
      body: JSON.stringify({ taskId: 'done', name: 'x', steps: [{ name: 'x', script: 'true' }] }),
    }),
  'task-has-no-steps': (stage, operation) => send(stage, operation, { values: { taskId: 'stepless' } }),
  'task-data-invalid': (stage, operation) => send(stage, operation, { values: { taskId: ' odd ' } }),
  'createTask task-data-invalid': (stage, operation) =>
    send(stage, operation, { body: JSON.stringify({ name: 'odd', steps: [{ name: 'x', script: 'true' }] }) }),
  'already-running': async (stage, operation) => send(stage, operation, { values: { taskId: await stage.busyTask() } }),
  'executeTask already-running': async (stage, operation) =>
    send(stage, operation, { values: { taskId: await stage.busyTask(), ifRunning: 'reject' } }),
  'step-succeeded': (stage, operation) => send(stage, operation, { values: { taskId: 'done' } }),
  'not-running': (stage, operation) => send(stage, operation, { values: { taskId: 'done' } }),
  'database-unavailable': (stage, operation) =>
    send(stage, operation, { trouble: 'cutOff', values: { taskId: 'done' } }),
  // It reads no row but where an id cannot be one of the API.
  'getRun database-unavailable': (stage, operation) =>
    send(stage, operation, { trouble: 'cutOff', values: { taskId: ' odd ' } }),
  'too-many-running': (stage, operation) => send(stage, operation, { trouble: 'full', values: { taskId: 'left' } }),
  ending: (stage, operation) => send(stage, operation, { trouble: 'ending', values: { taskId: 'pending' } }),
  'shutting-down': (stage, operation) => send(stage, operation, { trouble: 'stopping', values: { taskId: 'pending' } }),
  'getLog shutting-down': (stage, operation) =>
    send(stage, operation, { trouble: 'stopping', values: { taskId: 'pending', follow: 'true' } }),
} satisfies Partial<Record<ProblemCode | `${string} ${ProblemCode}`, Provoke>>;

const LOCK_TABLE = 'The lock table of PostgreSQL has to be full: test/persistence/claims/advisory-claims.test.ts';

/** Answers that are described and not brought about here, by `code` or `operationId code`, each with the reason. */
export const CANNOT_BE_STAGED: Readonly<Record<string, string>> = {
  'too-many-streams':
    'Of answers that are sent as a whole 256 MiB have to wait for their readers: test/http/load/waiting-answers.test.ts',
  'deleteTask too-many-running': LOCK_TABLE,
  'mendStep too-many-running': LOCK_TABLE,
  'resolveStep too-many-running': LOCK_TABLE,
};

/** Which operations are answered piece by piece, so that they come to that limit at once. */
export const IS_STREAMED: ReadonlySet<string> = new Set(['getLog', 'getRun', 'getEvents', 'getInspect']);

interface Spoiling {
  readonly trouble?: Trouble;
  readonly values?: Values;
  /** Behind what there is of a query. */
  readonly more?: string;
  readonly headers?: NonNullable<RawRequest['headers']>;
  readonly body?: string;
}

/** A good request but for this; where it names no task, for one that it may change, or for `pending`. */
export async function send(stage: Stage, operation: Operation, spoiling: Spoiling = {}): Promise<RawAnswer> {
  const { trouble, values, more = '', headers, body } = spoiling;
  const taskId = values?.['taskId'] ?? (await taskFor(stage, operation));
  const good = goodRequest(operation, { run: stage.run, ...values, taskId });
  const port = trouble === undefined ? stage.port : await stage.portOf(trouble);
  const given = { ...good.headers, ...headers };
  return sendRaw(port, {
    ...good,
    path: withMore(good.path, more),
    headers: given,
    ...(body !== undefined && { body }),
  });
}

function taskFor(stage: Stage, { method, path }: Operation): Promise<string> | string {
  return method === 'GET' || !path.includes('{taskId}') ? 'pending' : stage.createTask(['true', 'true']);
}

function withMore(path: string, more: string): string {
  return more === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${more}`;
}

/** The strongest token that is not enough. */
function lesserToken({ role }: Operation) {
  const lesser = ROLES[ROLES.findIndex((one) => one === role) - 1];
  return { Authorization: `Bearer ${tokenOf(lesser ?? 'read')}` };
}
