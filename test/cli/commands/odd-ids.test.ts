/** Ids that look like options: what is recommended for them reaches the same service, and asks for the same task. */

import { expect } from 'chai';

import { tmsInit } from '../../support/command-line.ts';
import { answerJson, answerProblem, openScriptedServer, type ScriptedServer } from '../../support/scripted-server.ts';

const FOREIGN = 'http://127.0.0.1:3';

const ID = `--url=${FOREIGN.replace('//', '')}`;

const TASK = {
  taskId: ID,
  name: 'Odd',
  status: 'FAILED',
  active: false,
  owner: null,
  totalSteps: 1,
  successSteps: 0,
  message: null,
  createdAt: null,
  updatedAt: null,
  startedAt: null,
  finishedAt: null,
};

const STEP = { stepNo: 1, name: 'a', script: 'b', status: 'FAILED', message: null, exitCode: 1, attempts: 1 };

const isOption = (word: string) => word.startsWith('--');

describe('an id that looks like an option', () => {
  let server: ScriptedServer;

  before(async () => {
    server = await openScriptedServer(({ method, path }, response) => {
      if (path.endsWith('/execute')) return answerJson(response, { ...TASK, status: 'RUNNING', started: true });
      if (method === 'DELETE') return void response.writeHead(204).end();
      if (path.endsWith('/resolve') || method === 'PUT') return answerJson(response, STEP);
      if (path.endsWith('/cancel')) return answerProblem(response, 409, 'not-running', { taskId: ID });
      if (path.endsWith('/plan')) return answerJson(response, { canExecute: true, reason: null, steps: [] });
      if (path.endsWith('/steps')) return answerJson(response, [{ ...STEP, startedAt: null, finishedAt: null }]);
      if (path.includes('/log')) return void response.end('a line');
      return answerJson(response, TASK, method === 'POST' ? 201 : 200);
    });
  });

  after(() => server.close());

  const operands: readonly (readonly [string, ...string[]])[] = [
    ['status'],
    ['steps'],
    ['plan'],
    ['run'],
    ['resume'],
    ['cancel'],
    ['logs', '1'],
    ['delete', '--yes'],
    ['resolve', '1', '--status=FAILED', '--reason=r'],
    ['mend', '1', '--script=x', '--reason=r'],
  ];
  for (const [name, ...more] of operands) {
    it(`is taken as it is behind -- by ${name}`, async () => {
      const before = server.requests.length;
      const { exitCode, error } = await tmsInit(
        [name, ...more.filter(isOption), '--', ID, ...more.filter((word) => !isOption(word))],
        { url: server.url },
      );
      expect(exitCode, error).to.equal(name === 'cancel' ? 1 : 0);
      expect(server.requests).to.have.length.above(before);
      for (const { path } of server.requests.slice(before)) expect(path).to.include(encodeURIComponent(ID));
    });
  }

  it('stands behind -- in what is recommended, and there is no advice without', async () => {
    for (const name of ['status', 'run', 'cancel']) {
      const { error } = await tmsInit([name, '--token-file', '/dev/null', '--', ID], { url: server.url });
      expect(error, name).to.match(/token/);
      const told = await tmsInit([name, '--', ID], { url: server.url });
      expect(told.error, name).to.match(/tms-init \w+( --watch)? -- --url=/);
      expect(told.error, name).to.not.match(/tms-init \w+ --url=/);
    }
  });

  it('is no wish for JSON where it is --json', async () => {
    const { error } = await tmsInit(['status', '--', '--json'], { url: 'http:odd' });
    expect(error).to.match(/^tms-init: TMS_INIT_URL must be an address/);
  });
});

describe('an id that looks like a file', () => {
  for (const id of ['deploy.yaml', 'deploy.YML', 'deploy.json', '-', '/srv/deploy']) {
    it(`is not recommended to run, which would read that file: ${id}`, async () => {
      const server = await openScriptedServer(({ method }, response) =>
        method === 'POST'
          ? answerProblem(response, 409, 'task-exists', { taskId: id })
          : answerJson(response, { ...TASK, taskId: id, status: 'PENDING' }),
      );
      try {
        const { error: advised } = await tmsInit(['status', 'a'], { url: server.url });
        expect(advised).to.match(/^To execute it: tms-init resume /);
        expect(advised.trimEnd().split(' ')).to.include(id);
        const { error: refused } = await tmsInit(['run', 'a', '--watch'], { url: server.url });
        expect(refused).to.not.match(/tms-init run/);
      } finally {
        await server.close();
      }
    });
  }
});
