/** Requests that must be refused with a problem, and change nothing. */

import { gzipSync } from 'node:zlib';

import { expect } from 'chai';

import { type HttpService, openHttpService } from '../support/http-service.ts';
import { exchange, type RawAnswer, type RawRequest, sendRaw } from '../support/raw-request.ts';

const BASE = '/api/v1/init';
const TASK = `${BASE}/tasks/known`;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const VALID = { name: 'a task', steps: [{ name: 'a step', script: 'true' }] };

type Row = readonly [title: string, request: Partial<RawRequest>, status: number, code: string];

describe('a bad request', () => {
  let service: HttpService;

  before(async () => {
    service = await openHttpService();
    await service.persistence.createTask({ taskId: 'known', name: 'a task', steps: VALID.steps });
    await service.database.query(
      `insert into tms_init_task (task_id, task_name) values (' spaced ', 'adopted'), ('a/b', 'adopted')`,
    );
  });

  after(() => service.close());

  for (const [title, request, status, code] of rows()) {
    it(`is refused with ${status} ${code}: ${title}`, async () => {
      const answer = await sendRaw(service.server.port, { method: 'GET', path: `${BASE}/tasks`, ...request });
      expectProblem(answer, status, code, request.method);
    });
  }

  for (const [title, bytes, status, code] of unreadable()) {
    it(`is refused with ${status} ${code}: ${title}`, async () => {
      expectProblem(await exchange(service.server.port, bytes), status, code);
    });
  }

  it('has changed nothing and executed nothing in all these cases', async () => {
    const tasks = await service.database.query('select task_id, status from tms_init_task order by id');
    expect(tasks).to.deep.equal([
      { task_id: 'known', status: 'PENDING' },
      { task_id: ' spaced ', status: 'PENDING' },
      { task_id: 'a/b', status: 'PENDING' },
    ]);
    expect(await service.database.query('select status from tms_init_task_step')).to.deep.equal([
      { status: 'PENDING' },
    ]);
    expect(service.runs.asked).to.deep.equal([]);
  });
});

function expectProblem(answer: RawAnswer, status: number, code: string, method?: string): void {
  expect(answer.status, answer.body.toString()).to.equal(status);
  expect(answer.headers['content-type']).to.equal('application/problem+json');
  expect(answer.headers['x-content-type-options']).to.equal('nosniff');
  if (method === 'HEAD') return;
  const problem = JSON.parse(answer.body.toString());
  expect(problem).to.include({ type: `/problems/${code}`, status });
  expect(problem).to.include.keys('title', 'detail', 'instance');
  expect(answer.body.toString()).not.to.match(/node_modules|\.ts:|select |tms_init_task/);
}

function get(path: string): Partial<RawRequest> {
  return { path };
}

function on(method: string, path: string): Partial<RawRequest> {
  return { method, path };
}

function list(query: string): Partial<RawRequest> {
  return { path: `${BASE}/tasks?${query}` };
}

function log(query: string): Partial<RawRequest> {
  return { path: `${TASK}/steps/1/log?${query}` };
}

function raw(body: string | Uint8Array, headers: RawRequest['headers'] = {}): Partial<RawRequest> {
  return { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body };
}

function create(body: unknown): Partial<RawRequest> {
  return raw(JSON.stringify(body));
}

function step(part: object): Partial<RawRequest> {
  return create({ ...VALID, steps: [{ ...VALID.steps[0], ...part }] });
}

function execute(headers: Readonly<Record<string, string>>): Partial<RawRequest> {
  return { method: 'POST', path: `${TASK}/execute`, headers };
}

function rows(): readonly Row[] {
  return [...paths(), ...queries(), ...bodies(), ...negotiation(), ...doors()];
}

function paths(): readonly Row[] {
  return [
    ['nothing at the root', get('/'), 404, 'not-found'],
    ['a path outside the API', get('/api/v1/other'), 404, 'not-found'],
    ['a path in upper case', get('/API/v1/init/tasks'), 404, 'not-found'],
    ['a slash at the end', get(`${BASE}/tasks/`), 404, 'not-found'],
    ['a doubled slash', get(`${BASE}//tasks`), 404, 'not-found'],
    ['an empty id before steps', get(`${BASE}/tasks//steps`), 404, 'not-found'],
    ['a route of a later version: events', get(`${TASK}/events`), 404, 'not-found'],
    ['a route of a later version: plan', get(`${TASK}/plan`), 404, 'not-found'],
    ['a route of a later version: runs', get(`${TASK}/runs`), 404, 'not-found'],
    ['a format of the statechart that nobody knows', get(`${BASE}/machine?format=png`), 400, 'invalid-query'],
    ['a problem nobody knows', get('/problems/constructor'), 404, 'not-found'],
    ['a whole-server target', { method: 'OPTIONS', path: '*' }, 404, 'not-found'],
    ['a task nobody knows', get(`${BASE}/tasks/unknown`), 404, 'task-not-found'],
    ['a task nobody knows by HEAD', { method: 'HEAD', path: `${BASE}/tasks/unknown` }, 404, 'task-not-found'],
    ['a task whose id differs in case', get(`${BASE}/tasks/KNOWN`), 404, 'task-not-found'],
    ['steps of a task nobody knows', get(`${BASE}/tasks/unknown/steps`), 404, 'task-not-found'],
    ['a step that is not there', get(`${TASK}/steps/2`), 404, 'step-not-found'],
    ['the log of a step that is not there', get(`${TASK}/steps/0/log`), 404, 'step-not-found'],
    ['the log of an attempt there never was', get(`${TASK}/steps/1/log?attempt=1`), 404, 'log-not-available'],
    ['a letter as step number', get(`${TASK}/steps/one`), 400, 'invalid-step-no'],
    ['a negative step number', get(`${TASK}/steps/-1`), 400, 'invalid-step-no'],
    ['a signed step number', get(`${TASK}/steps/+1`), 400, 'invalid-step-no'],
    ['a fraction as step number', get(`${TASK}/steps/1.0`), 400, 'invalid-step-no'],
    ['a step number with a leading zero', get(`${TASK}/steps/01`), 400, 'invalid-step-no'],
    ['a step number in hexadecimal', get(`${TASK}/steps/0x1`), 400, 'invalid-step-no'],
    ['a step number in other digits', get(`${TASK}/steps/%D9%A1`), 400, 'invalid-step-no'],
    ['a step number that is too large', get(`${TASK}/steps/2147483648`), 400, 'invalid-step-no'],
    ['a step number of a hundred digits', get(`${TASK}/steps/${'9'.repeat(100)}/log`), 400, 'invalid-step-no'],
    ['a dot as id', get(`${BASE}/tasks/.`), 400, 'invalid-task-id'],
    ['two dots as id', get(`${BASE}/tasks/%2e%2e`), 400, 'invalid-task-id'],
    ['an encoded slash in the id', get(`${BASE}/tasks/x%2Fy`), 400, 'invalid-task-id'],
    ['an encoded backslash in the id', get(`${BASE}/tasks/x%5Cy`), 400, 'invalid-task-id'],
    ['an encoded NUL in the id', get(`${BASE}/tasks/x%00`), 400, 'invalid-task-id'],
    ['an encoded line end in the id', get(`${BASE}/tasks/x%0Ay`), 400, 'invalid-task-id'],
    ['a line separator in the id', get(`${BASE}/tasks/x%E2%80%A8y`), 400, 'invalid-task-id'],
    ['a text direction mark in the id', get(`${BASE}/tasks/x%E2%80%AEy`), 400, 'invalid-task-id'],
    ['a space at the end of the id', get(`${BASE}/tasks/x%20`), 400, 'invalid-task-id'],
    ['an ideographic space at the beginning of the id', get(`${BASE}/tasks/%E3%80%80x`), 400, 'invalid-task-id'],
    ['an id of 65 characters', get(`${BASE}/tasks/${'x'.repeat(65)}`), 400, 'invalid-task-id'],
    ['an id of 5,000 characters', get(`${BASE}/tasks/${'x'.repeat(5000)}/steps`), 400, 'invalid-task-id'],
    ['an odd id in an execute', { method: 'POST', path: `${BASE}/tasks/%00/execute` }, 400, 'invalid-task-id'],
    ['an adopted id with spaces', get(`${BASE}/tasks/%20spaced%20`), 409, 'task-data-invalid'],
    ['an adopted id with a slash', { method: 'POST', path: `${BASE}/tasks/a%2Fb/execute` }, 409, 'task-data-invalid'],
    ['broken percent-encoding in the path', get(`${BASE}/tasks/%zz`), 400, 'malformed-url'],
    ['a percent sign at the end', get(`${BASE}/tasks/100%`), 400, 'malformed-url'],
    ['percent-encoding that is not UTF-8', get(`${BASE}/tasks/%FF`), 400, 'malformed-url'],
    ['an encoded surrogate', get(`${BASE}/tasks/%ED%A0%80`), 400, 'malformed-url'],
    ['an overlong encoding', get(`${BASE}/tasks/%C0%AF`), 400, 'malformed-url'],
    ['broken percent-encoding in the query', get(`${BASE}/tasks?status=%zz`), 400, 'malformed-url'],
    ['bytes that are not ASCII in the path', get(`${BASE}/tasks/\u00e9`), 400, 'malformed-url'],
    ['a fragment', get(`${BASE}/tasks#x`), 400, 'malformed-url'],
    ['a backslash in the path', get(`/api\\v1\\init\\tasks`), 400, 'malformed-url'],
    ['a URL that cannot be parsed', get('http://[::1/'), 400, 'malformed-url'],
    ['a target that is no path', get('tasks'), 400, 'malformed-url'],
    ...methods(),
  ];
}

function methods(): readonly Row[] {
  return [
    ['DELETE of a task', on('DELETE', TASK), 405, 'method-not-allowed'],
    ['PUT of a step', on('PUT', `${TASK}/steps/1`), 405, 'method-not-allowed'],
    ['PATCH of a task', on('PATCH', TASK), 405, 'method-not-allowed'],
    ['GET of execute', on('GET', `${TASK}/execute`), 405, 'method-not-allowed'],
    ['HEAD of execute', on('HEAD', `${TASK}/execute`), 405, 'method-not-allowed'],
    ['POST to a log', on('POST', `${TASK}/steps/1/log`), 405, 'method-not-allowed'],
    ['OPTIONS of the tasks', on('OPTIONS', `${BASE}/tasks`), 405, 'method-not-allowed'],
    ['TRACE of the tasks', on('TRACE', `${BASE}/tasks`), 405, 'method-not-allowed'],
    ['a WebDAV method', on('PROPFIND', `${BASE}/tasks`), 405, 'method-not-allowed'],
    ['POST to the health', on('POST', '/healthz'), 405, 'method-not-allowed'],
  ];
}

function queries(): readonly Row[] {
  return [
    ['a limit of nothing', list('limit=0'), 400, 'invalid-query'],
    ['a limit above 200', list('limit=201'), 400, 'invalid-query'],
    ['a negative limit', list('limit=-1'), 400, 'invalid-query'],
    ['a limit in words', list('limit=ten'), 400, 'invalid-query'],
    ['an empty limit', list('limit='), 400, 'invalid-query'],
    ['a limit given twice', list('limit=1&limit=1'), 400, 'invalid-query'],
    ['a cursor nobody made', list('cursor=abc'), 400, 'invalid-query'],
    ['a cursor above all ids', list(`cursor=${cursor('9999999999999999999')}`), 400, 'invalid-query'],
    ['a cursor with SQL', list(`cursor=${cursor('1 or 1=1')}`), 400, 'invalid-query'],
    ['an empty status', list('status='), 400, 'invalid-query'],
    ['a status with NUL', list('status=%00'), 400, 'invalid-query'],
    ['a parameter nobody knows', list('Limit=1'), 400, 'invalid-query'],
    ['a parameter named like a part of every object', list('constructor=1'), 400, 'invalid-query'],
    ['a parameter of a later version: q', list('q=x'), 400, 'invalid-query'],
    ['a parameter of a later version: active', list('active=true'), 400, 'invalid-query'],
    ['a parameter of a later version: wait', { path: `${TASK}?wait=30` }, 400, 'invalid-query'],
    ['a parameter of a later version: follow', log('follow=true'), 400, 'invalid-query'],
    [
      'a parameter of a later version: fromStep',
      { method: 'POST', path: `${TASK}/execute?fromStep=1` },
      400,
      'invalid-query',
    ],
    [
      'an ifRunning that is not reject',
      { method: 'POST', path: `${TASK}/execute?ifRunning=wait` },
      400,
      'invalid-query',
    ],
    ['a query where there is none', { path: `${TASK}/steps?limit=1` }, 400, 'invalid-query'],
    ['a negative offset', log('offset=-1'), 400, 'invalid-query'],
    ['a limit of no bytes', log('limit=0'), 400, 'invalid-query'],
    ['a tail of no lines', log('tail=0'), 400, 'invalid-query'],
    ['a tail with an offset', log('tail=1&offset=0'), 400, 'invalid-query'],
    ['an attempt before the first', log('attempt=0'), 400, 'invalid-query'],
    ['a download that is not 1', log('download=yes'), 400, 'invalid-query'],
    ['an offset beyond exact numbers', log('offset=9007199254740993'), 400, 'invalid-query'],
    ['a page above 1 MiB', { ...log('limit=1048577'), headers: { Accept: 'application/json' } }, 400, 'invalid-query'],
    ['an offset behind the end', log('offset=1'), 416, 'range-not-satisfiable'],
  ];
}

function cursor(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function bodies(): readonly Row[] {
  return [
    ['no body', { method: 'POST' }, 400, 'invalid-body'],
    ['an empty body', raw(''), 400, 'invalid-body'],
    ['JSON that is cut off', raw('{"name":'), 400, 'invalid-json'],
    ['JSON with a trailing comma', raw('{"name":"x",}'), 400, 'invalid-json'],
    ['JSON with something behind', raw('{} x'), 400, 'invalid-json'],
    ['something that is not JSON', raw('name=x'), 400, 'invalid-json'],
    ['JSON that is not UTF-8', raw(Buffer.from('{"name":"\xff"}', 'latin1')), 400, 'invalid-json'],
    ['JSON in UTF-16', raw(Buffer.from('{}', 'utf16le')), 400, 'invalid-json'],
    ['JSON that is nested too deeply', raw('['.repeat(100_000)), 400, 'invalid-body'],
    ['null', raw('null'), 400, 'invalid-body'],
    ['a number', raw('1'), 400, 'invalid-body'],
    ['a list', raw('[]'), 400, 'invalid-body'],
    ['an object without members', raw('{}'), 400, 'invalid-body'],
    ['a member nobody knows', create({ ...VALID, priority: 1 }), 400, 'invalid-body'],
    ['a prototype as member', raw(`{"__proto__":${JSON.stringify(VALID)}}`), 400, 'invalid-body'],
    ['a constructor as member', create({ ...VALID, constructor: {} }), 400, 'invalid-body'],
    ['a name that is a number', create({ ...VALID, name: 1 }), 400, 'invalid-body'],
    ['an empty name', create({ ...VALID, name: '' }), 400, 'invalid-body'],
    ['a name of 256 characters', create({ ...VALID, name: '😀'.repeat(256) }), 400, 'invalid-body'],
    ['a name with a line end', create({ ...VALID, name: 'a\nb' }), 400, 'invalid-body'],
    [
      'a name with half a character',
      raw(`{"name":"\\ud800","steps":[{"name":"x","script":"x"}]}`),
      400,
      'invalid-body',
    ],
    ['no steps', create({ ...VALID, steps: [] }), 400, 'invalid-body'],
    ['steps that are no list', create({ ...VALID, steps: { 0: VALID.steps[0] } }), 400, 'invalid-body'],
    ['too many steps', create({ ...VALID, steps: Array(10_001).fill(VALID.steps[0]) }), 400, 'invalid-body'],
    ['a step that is null', create({ ...VALID, steps: [null] }), 400, 'invalid-body'],
    ['a step with a number', step({ stepNo: 1 }), 400, 'invalid-body'],
    ['an empty step name', step({ name: '' }), 400, 'invalid-body'],
    ['an empty script', step({ script: '' }), 400, 'invalid-body'],
    ['a script with NUL', step({ script: 'a\0b' }), 400, 'invalid-body'],
    ['a script of too many bytes', step({ script: '测'.repeat(33_334) }), 400, 'invalid-body'],
    ['a script with half a character', step({ script: '\udc00' }), 400, 'invalid-body'],
    ['an id with a slash', create({ ...VALID, taskId: 'a/b' }), 400, 'invalid-body'],
    ['an id that is empty', create({ ...VALID, taskId: '' }), 400, 'invalid-body'],
    ['an id that is null', create({ ...VALID, taskId: null }), 400, 'invalid-body'],
    ['an id that is taken', create({ ...VALID, taskId: 'known' }), 409, 'task-exists'],
    ['a body above 8 MiB', raw(Buffer.alloc(8 * 1024 * 1024 + 1, ' ')), 413, 'payload-too-large'],
    [
      'a gzip body above 8 MiB',
      raw(gzipSync(Buffer.alloc(9 * 1024 * 1024)), { 'Content-Encoding': 'gzip' }),
      413,
      'payload-too-large',
    ],
    ['a false gzip body', raw('{}', { 'Content-Encoding': 'gzip' }), 400, 'invalid-encoding'],
    [
      'a gzip body that is cut off',
      raw(gzipSync('{"a":1}').subarray(0, 15), { 'Content-Encoding': 'gzip' }),
      400,
      'invalid-encoding',
    ],
    ['a false brotli body', raw('{}', { 'Content-Encoding': 'br' }), 400, 'invalid-encoding'],
    ['an encoding nobody knows', raw('{}', { 'Content-Encoding': 'lzma' }), 415, 'unsupported-media-type'],
    ['a form', raw('name=x', { 'Content-Type': 'application/x-www-form-urlencoded' }), 415, 'unsupported-media-type'],
    ['plain text', raw('{}', { 'Content-Type': 'text/plain' }), 415, 'unsupported-media-type'],
    ['XML', raw('<a/>', { 'Content-Type': 'application/xml' }), 415, 'unsupported-media-type'],
    ['no type', raw('{}', { 'Content-Type': null }), 415, 'unsupported-media-type'],
    [
      'another charset',
      raw('{}', { 'Content-Type': 'application/json; charset=latin1' }),
      415,
      'unsupported-media-type',
    ],
    [
      'chunks without a type',
      {
        method: 'POST',
        path: `${TASK}/execute`,
        headers: { 'Transfer-Encoding': 'chunked', 'Content-Length': null },
        body: '2\r\n{}\r\n0\r\n\r\n',
      },
      415,
      'unsupported-media-type',
    ],
    ['an execute with a member', { ...raw('{"fromStep":1}'), path: `${TASK}/execute` }, 400, 'invalid-body'],
    ['an execute with null', { ...raw('null'), path: `${TASK}/execute` }, 400, 'invalid-body'],
    ['an execute with a list', { ...raw('[]'), path: `${TASK}/execute` }, 400, 'invalid-body'],
    ['a cancel with a member', { ...raw('{"force":true}'), path: `${TASK}/cancel` }, 400, 'invalid-body'],
  ];
}

function negotiation(): readonly Row[] {
  return [
    ['JSON is excluded', { headers: { Accept: 'text/html' } }, 406, 'not-acceptable'],
    ['JSON is excluded by a zero weight', { headers: { Accept: 'application/json;q=0' } }, 406, 'not-acceptable'],
    [
      'only events are wanted',
      { path: `${TASK}/steps/1/log`, headers: { Accept: 'text/event-stream' } },
      406,
      'not-acceptable',
    ],
    [
      'an execute whose answer nobody wants',
      { method: 'POST', path: `${TASK}/execute`, headers: { Accept: 'image/png' } },
      406,
      'not-acceptable',
    ],
  ];
}

function doors(): readonly Row[] {
  return [
    ['no Host', { headers: { Host: null } }, 400, 'invalid-host'],
    ['two Hosts', { headers: { host: 'localhost', Host: 'localhost' } }, 400, 'invalid-host'],
    ['an empty Host', { headers: { Host: '' } }, 400, 'invalid-host'],
    ['a Host with a user', { headers: { Host: 'a@localhost' } }, 400, 'invalid-host'],
    ['a foreign Host', { headers: { Host: 'attacker.example:8080' } }, 421, 'misdirected-host'],
    [
      'a foreign Host that begins like ours',
      { headers: { Host: 'localhost.attacker.example' } },
      421,
      'misdirected-host',
    ],
    ['an execute by a foreign page', execute({ Origin: 'https://attacker.example' }), 403, 'cross-origin'],
    ['an execute by a page of another port', execute({ Origin: 'http://127.0.0.1:1' }), 403, 'cross-origin'],
    ['an execute by a sandboxed page', execute({ Origin: 'null' }), 403, 'cross-origin'],
    ['an execute from a cross-site form', execute({ 'Sec-Fetch-Site': 'cross-site' }), 403, 'cross-origin'],
  ];
}

function unreadable(): readonly (readonly [title: string, bytes: string, status: number, code: string])[] {
  const start = `GET ${BASE}/tasks HTTP/1.1\r\nHost: localhost\r\n`;
  return [
    ['a method nobody knows', `FETCH ${BASE}/tasks HTTP/1.1\r\nHost: localhost\r\n\r\n`, 400, 'malformed-request'],
    ['something else than HTTP', 'hello\r\n\r\n', 400, 'malformed-request'],
    ['a space in the URL', `GET ${BASE}/tasks/a b HTTP/1.1\r\nHost: localhost\r\n\r\n`, 400, 'malformed-request'],
    ['a header without a colon', `${start}nonsense\r\n\r\n`, 400, 'malformed-request'],
    ['a length that is no number', `${start}Content-Length: x\r\n\r\n`, 400, 'malformed-request'],
    [
      'a length and chunks',
      `${start}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
      'malformed-request',
    ],
    ['headers of 20 KB', `${start}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers-too-large'],
    ['a URL of 20 KB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, 'headers-too-large'],
  ];
}
