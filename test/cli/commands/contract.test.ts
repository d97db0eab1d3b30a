/** What is asked of the service for plan, --from-step, --q and --active, and what becomes of its answers. */

import { expect } from 'chai';

import { type Called, tmsInit } from '../../support/command-line.ts';
import {
  type Answer,
  answerJson,
  answerProblem,
  openScriptedServer,
  type ScriptedServer,
} from '../../support/scripted-server.ts';

describe('tms-init by the contract of the API', () => {
  let server: ScriptedServer;
  let answer: Answer;

  before(async () => {
    server = await openScriptedServer((request, response) => answer(request, response));
  });

  after(() => server.close());

  const ask = (words: readonly string[], called: Called = {}) => tmsInit(words, { url: server.url, ...called });

  const lastAsked = () => {
    const { method, path, body } = server.requests.at(-1) ?? {};
    return `${method} ${path} ${body}`.trim();
  };

  describe('plan', () => {
    const plan = {
      canExecute: true,
      reason: null,
      steps: [
        { stepNo: 1, action: 'skip', why: 'it is SUCCESS' },
        { stepNo: 2, action: 'reset-and-run', why: 'it was interrupted' },
        { stepNo: 3, action: 'run', why: 'it was \u001B[2Jnever run' },
      ],
    };

    it('tells what would become of each step, and why', async () => {
      answer = (_request, response) => answerJson(response, plan);
      const { exitCode, output } = await ask(['plan', 'a b']);
      expect(lastAsked()).to.equal('GET /api/v1/init/tasks/a%20b/plan');
      expect(exitCode).to.equal(0);
      expect(output).to.equal(
        [
          'Execute would do this now:',
          '  1  skip           it is SUCCESS',
          '  2  reset-and-run  it was interrupted',
          '  3  run            it was ␛[2Jnever run',
          '',
        ].join('\n'),
      );
    });

    it('tells why nothing would be started', async () => {
      answer = (_request, response) => answerJson(response, { canExecute: false, reason: 'it is running', steps: [] });
      expect((await ask(['plan', 'a'])).output).to.equal('Execute would not start a run now: it is running\n');
    });

    it('gives the answer of the service as JSON', async () => {
      answer = (_request, response) => answerJson(response, plan);
      expect(JSON.parse((await ask(['plan', 'a', '--json'])).output)).to.deep.equal(plan);
    });

    it('says what it may mean where the service does not know it', async () => {
      answer = (_request, response) => answerProblem(response, 404, 'not-found');
      const { exitCode, error } = await ask(['plan', 'a']);
      expect(exitCode).to.equal(1);
      expect(error).to.include('The service may be older than this tms-init');
    });
  });

  describe('resume --from-step', () => {
    it('asks for the step by its number', async () => {
      answer = (_request, response) =>
        answerJson(response, { taskId: 'a', status: 'RUNNING', totalSteps: 4, successSteps: 1, started: true }, 202);
      const { exitCode, output } = await ask(['resume', 'a', '--from-step', '2']);
      expect(lastAsked()).to.equal('POST /api/v1/init/tasks/a/execute {"fromStep":2}');
      expect({ exitCode, output }).to.deep.equal({
        exitCode: 0,
        output: 'The run of a was accepted: 1 of 4 steps is SUCCESS.\n',
      });
    });

    it('without it sends no body', async () => {
      await ask(['resume', 'a']);
      expect(lastAsked()).to.equal('POST /api/v1/init/tasks/a/execute');
    });

    for (const [status, code, advice] of [
      [409, 'earlier-step-not-success', 'Resume at an earlier step'],
      [409, 'already-running', 'tms-init status a --watch shows it'],
      [404, 'step-not-found', 'tms-init steps a shows the steps'],
    ] as const) {
      it(`says what to do about ${code}`, async () => {
        answer = (_request, response) => answerProblem(response, status, code, { taskId: 'a' });
        const { exitCode, error } = await ask(['resume', 'a', '--from-step', '2']);
        expect(exitCode).to.equal(1);
        expect(error).to.include(advice);
      });
    }

    it('is a misuse where the service takes no such member', async () => {
      answer = (_request, response) => answerProblem(response, 400, 'invalid-body');
      const { exitCode, error } = await ask(['resume', 'a', '--from-step', '2']);
      expect({ exitCode, error }).to.deep.equal({
        exitCode: 2,
        error: 'tms-init: Title of invalid-body: Its detail.\n',
      });
    });
  });

  describe('list', () => {
    it('asks for what is wanted', async () => {
      answer = (_request, response) => answerJson(response, { items: [], nextCursor: null });
      await ask(['list', '--q', 'shop-', '--active', '--status', 'RUNNING', '--limit', '5']);
      expect(lastAsked()).to.equal('GET /api/v1/init/tasks?limit=5&status=RUNNING&q=shop-&active=true');
    });

    it('goes from page to page until it has as many as are wanted', async () => {
      const before = server.requests.length;
      answer = ({ path }, response) => {
        const limit = Number(new URL(path, 'http://x').searchParams.get('limit'));
        answerJson(response, {
          items: Array.from({ length: limit }, (_, index) => task(`t${index}`)),
          nextCursor: 'next/1',
        });
      };
      const { output } = await ask(['list', '--limit', '450', '--json']);
      expect((JSON.parse(output) as { readonly items: readonly object[] }).items).to.have.length(450);
      expect(server.requests.slice(before).map(({ path }) => path)).to.deep.equal([
        '/api/v1/init/tasks?limit=200',
        '/api/v1/init/tasks?limit=200&cursor=next%2F1',
        '/api/v1/init/tasks?limit=50&cursor=next%2F1',
      ]);
    });

    it('tells of a run that nobody has that it was interrupted, and of names what they are', async () => {
      answer = (_request, response) =>
        answerJson(response, { items: [{ ...task('a'), name: 'x\u202Ey\nz' }], nextCursor: null });
      const { output } = await ask(['list']);
      expect(output).to.include('RUNNING (interrupted)').and.include('x<U+202E>y␊z');
    });
  });

  describe('a token', () => {
    it('is sent with each request', async () => {
      answer = (_request, response) => answerJson(response, { items: [], nextCursor: null });
      await ask(['list'], { environment: { TMS_INIT_TOKEN: 'tms_secret' } });
      expect(server.requests.at(-1)?.headers.authorization).to.equal('Bearer tms_secret');
    });
  });
});

function task(taskId: string) {
  return {
    taskId,
    name: taskId,
    status: 'RUNNING',
    active: false,
    totalSteps: 1,
    successSteps: 0,
  };
}
