/** How tms-init asks the service, and what it says where the answer is not what was asked for. */

import { expect } from 'chai';
import { createServer } from 'node:net';
import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { openApi } from '../../../cli/api/api.ts';
import { listPath, stepPath, taskPath } from '../../../cli/api/paths.ts';
import { tellFault } from '../../../cli/faults/tell-fault.ts';
import { NOBODY } from '../../support/command-line.ts';
import { rejectionOf } from '../../support/rejection-of.ts';
import { answerJson, answerProblem, openScriptedServer, type ScriptedServer } from '../../support/scripted-server.ts';

describe('tms-init and the service', () => {
  let server: ScriptedServer;
  let answer: (response: ServerResponse) => void;

  before(async () => {
    server = await openScriptedServer((_request, response) => answer(response));
  });

  after(() => server.close());

  const api = (token: string | null = null) => openApi({ url: server.url, token });

  /** What people are told of a request that is answered so. */
  async function toldOf(given: (response: ServerResponse) => void) {
    answer = given;
    return tellFault(await rejectionOf(api().get('/tasks/a')), false);
  }

  it('speak the API below its base, with the token where there is one', async () => {
    answer = (response) => answerJson(response, { n: 1 });
    expect(await api('tms_x').get('/tasks/a')).to.deep.equal({ n: 1 });
    await api().post('/tasks/a/execute');
    await api().post('/tasks/a/execute', { fromStep: 3 });
    await api().post('/tasks', '{"name":"as it stands"}');
    await api().put('/tasks/a/steps/1', { script: 'true' });
    answer = (response) => response.writeHead(204).end();
    await api().delete('/tasks/a');
    const asked = server.requests.slice(-6).map(({ method, path, headers, body }) => ({
      request: `${method} ${path}`,
      accept: headers.accept,
      type: headers['content-type'],
      token: headers.authorization,
      body,
    }));
    const common = { accept: 'application/json', type: undefined, token: undefined };
    expect(asked).to.deep.equal([
      { ...common, request: 'GET /api/v1/init/tasks/a', token: 'Bearer tms_x', body: '' },
      { ...common, request: 'POST /api/v1/init/tasks/a/execute', body: '' },
      { ...common, request: 'POST /api/v1/init/tasks/a/execute', type: 'application/json', body: '{"fromStep":3}' },
      { ...common, request: 'POST /api/v1/init/tasks', type: 'application/json', body: '{"name":"as it stands"}' },
      { ...common, request: 'PUT /api/v1/init/tasks/a/steps/1', type: 'application/json', body: '{"script":"true"}' },
      { ...common, request: 'DELETE /api/v1/init/tasks/a', body: '' },
    ]);
  });

  it('a refusal is told by its title, its detail and what to do', async () => {
    const { text, exitCode } = await toldOf((response) => answerProblem(response, 404, 'task-not-found'));
    expect(text).to.equal(
      'tms-init: Title of task-not-found: Its detail.\n  tms-init list shows the tasks there are.\n',
    );
    expect(exitCode).to.equal(1);
  });

  it('a refusal names the task where its advice does, so that a shell can read it', async () => {
    const { text } = await toldOf((response) =>
      answerProblem(response, 409, 'already-running', { taskId: 'two words' }),
    );
    expect(text).to.include("tms-init status 'two words' --watch shows it; tms-init cancel 'two words' ends it.");
  });

  it('a refusal that it does not know leads to the page of it, and says when to try again', async () => {
    const { text, exitCode } = await toldOf((response) => {
      response.setHeader('retry-after', '7');
      answerProblem(response, 503, 'something-new');
    });
    expect(text).to.include(`  Try again after 7 s.\n  ${server.url}/problems/something-new says what it means.\n`);
    expect(exitCode).to.equal(1);
  });

  it('what was sent and is wrong is a misuse, in one line', async () => {
    const { text, exitCode } = await toldOf((response) => answerProblem(response, 400, 'invalid-body'));
    expect({ text, exitCode }).to.deep.equal({ text: 'tms-init: Title of invalid-body: Its detail.\n', exitCode: 2 });
  });

  for (const [status, code] of [
    [401, 'unauthorized'],
    [403, 'forbidden'],
  ] as const) {
    it(`${status} says how to give a token`, async () => {
      const { text, exitCode } = await toldOf((response) => answerProblem(response, status, code));
      expect(text).to.include('--token-file FILE').and.include('TMS_INIT_TOKEN_FILE').and.include('TMS_INIT_TOKEN');
      expect(exitCode).to.equal(1);
    });
  }

  it('nothing in a refusal can do something to a terminal', async () => {
    const { text } = await toldOf((response) => answerProblem(response, 404, 'x', { detail: '\u001B[2J\u202E\nx' }));
    expect(text).to.include('␛[2J<U+202E>␊x').and.not.include('\u001B').and.not.include('\u202E');
  });

  it('with --json a refusal is told whole, in one line', async () => {
    answer = (response) => answerProblem(response, 404, 'task-not-found', { taskId: 'a' });
    const { text } = tellFault(await rejectionOf(api().get('/tasks/a')), true);
    expect(text.endsWith('}\n') && text.split('\n').length === 2).to.equal(true);
    expect(JSON.parse(text)).to.include({ type: '/problems/task-not-found', status: 404, taskId: 'a', exitCode: 1 });
  });

  const foreign: readonly (readonly [string, (response: ServerResponse) => void, string])[] = [
    ['another server', (response) => void response.writeHead(404).end('no'), 'HTTP 404 Not Found'],
    [
      'a proxy without a service behind it',
      (response) => void response.writeHead(502).end('<html>'),
      'HTTP 502 Bad Gateway',
    ],
    [
      'a server that leads elsewhere',
      (response) => void response.writeHead(301, { location: 'https://a.example/' }).end(),
      'HTTP 301 Moved Permanently, which leads to https://a.example/',
    ],
    ['a page', (response) => void response.writeHead(200).end('<html>'), 'no JSON'],
    [
      'what only calls itself a problem',
      (response) => void response.writeHead(500, { 'content-type': 'application/problem+json' }).end('[]'),
      'HTTP 500 Internal Server Error',
    ],
  ];
  for (const [title, given, seen] of foreign) {
    it(`${title} is no service: exit code 3, and what to check`, async () => {
      const { text, exitCode } = await toldOf(given);
      expect(text).to.equal(
        [
          `tms-init: cannot reach the service at ${server.url}: something answers there that is not tms-init: ${seen}`,
          '  Check that the service runs there (tms-init serve starts one here),',
          '  and the address, which --url or TMS_INIT_URL gives.',
          '',
        ].join('\n'),
      );
      expect(exitCode).to.equal(3);
    });
  }

  it('a token is not led elsewhere', async () => {
    let led = 0;
    const elsewhere = await openScriptedServer((_request, response) => {
      led += 1;
      answerJson(response, {});
    });
    answer = (response) => void response.writeHead(307, { location: `${elsewhere.url}/x` }).end();
    await rejectionOf(api('tms_secret').post('/tasks/a/execute'));
    await elsewhere.close();
    expect(led).to.equal(0);
  });

  const unreachable: readonly (readonly [string, string])[] = [
    [NOBODY, 'the connection was refused'],
    ['http://127.0.0.1:25', 'programs that speak HTTP do not use this port'],
    ['http://name.invalid', 'there is no host of this name'],
  ];
  for (const [url, seen] of unreachable) {
    it(`${url} cannot be reached: exit code 3`, async () => {
      const fault = tellFault(await rejectionOf(openApi({ url, token: null }).get('/tasks')), false);
      expect(fault.exitCode).to.equal(3);
      expect(fault.text).to.match(
        new RegExp(`^tms-init: cannot reach the service at ${url}: (${seen}|.* cannot be looked up now)\n`),
      );
    });
  }

  it('a connection that breaks off before the answer, or inside it, is told', async () => {
    const broken = await toldOf((response) => response.destroy());
    const cut = await toldOf((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      setImmediate(() => response.destroy());
    });
    for (const { text, exitCode } of [broken, cut]) {
      expect(exitCode).to.equal(3);
      expect(text).to.include('the connection broke off');
    }
  });

  it('what does not speak HTTP at all is told', async () => {
    const chatter = createServer((socket) => socket.end('SSH-2.0-x\r\n'));
    chatter.listen(0, '127.0.0.1');
    await once(chatter, 'listening');
    const url = `http://127.0.0.1:${(chatter.address() as AddressInfo).port}`;
    const { exitCode } = tellFault(await rejectionOf(openApi({ url, token: null }).get('/')), false);
    chatter.close();
    expect(exitCode).to.equal(3);
  });
});

describe('the paths of the API', () => {
  it('hold whatever a task may be called', () => {
    expect(taskPath('a b?#%设')).to.equal('/tasks/a%20b%3F%23%25%E8%AE%BE');
    expect(stepPath('a', 3)).to.equal('/tasks/a/steps/3');
  });

  it('ask for tasks by what is wanted, and only that', () => {
    expect(listPath({ limit: 5, cursor: null })).to.equal('/tasks?limit=5');
    expect(listPath({ status: 'FAILED', q: 'a&b', active: true, limit: 200, cursor: 'c=' })).to.equal(
      '/tasks?limit=200&status=FAILED&q=a%26b&active=true&cursor=c%3D',
    );
  });
});
