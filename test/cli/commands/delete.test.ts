/** delete: asks on a terminal, needs --yes elsewhere, and tells of each task what came of it. */

import { expect } from 'chai';
import type { ServerResponse } from 'node:http';

import { canMakeTerminal, type OnTerminal, onTerminal, tmsInit } from '../../support/command-line.ts';
import { type AskedService, openAskedService } from '../../support/command-line-service.ts';
import {
  type Answer,
  answerJson,
  type AskedRequest,
  answerProblem,
  openScriptedServer,
} from '../../support/scripted-server.ts';

const QUESTION = 'Delete this task? [y/N] ';

describe('tms-init delete', () => {
  let asked: AskedService;
  let count = 0;
  let taskId: string;

  before(async () => {
    asked = await openAskedService();
  });

  beforeEach(async () => {
    taskId = `task-${(count += 1)}`;
    await asked.service.createTask(taskId, ['true', 'true']);
  });

  after(() => asked.close());

  const on = (words: readonly string[], called: OnTerminal = {}) =>
    onTerminal(['delete', ...words], { url: asked.service.url, ...called });

  const isThere = async (id: string) => (await asked.service.call(`/tasks/${id}`)).status === 200;

  describe('with --yes', () => {
    it('deletes each task, and tells it', async () => {
      await asked.service.createTask(`${taskId}-b`, ['true']);
      const ended = await asked.ask(['delete', '--yes', taskId, `${taskId}-b`, taskId]);
      expect(ended).to.deep.equal({
        exitCode: 0,
        output: `Deleted ${taskId}.\nDeleted ${taskId}-b.\n`,
        error: '',
      });
      expect([await isThere(taskId), await isThere(`${taskId}-b`)]).to.deep.equal([false, false]);
    });

    it('goes on where one is refused, says why, and ends with exit code 1', async () => {
      const { exitCode, output, error } = await asked.ask(['delete', 'none', taskId, '-y']);
      expect({ exitCode, output }).to.deep.equal({ exitCode: 1, output: `Deleted ${taskId}.\n` });
      expect(error).to.match(/^tms-init: There is no such task: .*\n {2}tms-init list shows the tasks there are\.\n$/);
    });

    it('does not delete what runs, and says how to end it', async () => {
      await asked.service.createTask(`${taskId}-runs`, ['sleep 60']);
      await asked.service.execute(`${taskId}-runs`);
      const { exitCode, output, error } = await asked.ask(['delete', `${taskId}-runs`, '--yes']);
      expect({ exitCode, output }).to.deep.equal({ exitCode: 1, output: '' });
      expect(error).to.include(`tms-init cancel ${taskId}-runs ends it`);
      await asked.ask(['cancel', `${taskId}-runs`]);
      await asked.service.untilStatus(`${taskId}-runs`, 'FAILED');
    });

    it('gives what was deleted and what was refused as JSON', async () => {
      const { exitCode, output, error } = await asked.ask(['delete', 'none', taskId, '--yes', '--json']);
      expect({ exitCode, error }).to.deep.equal({ exitCode: 1, error: '' });
      const { deleted, refused } = JSON.parse(output) as { readonly deleted: unknown; readonly refused: unknown[] };
      expect(deleted).to.deep.equal([taskId]);
      expect(refused).to.have.length(1);
      expect(refused[0]).to.include({ type: '/problems/task-not-found', status: 404, taskId: 'none' });
    });

    it('takes ids of any characters', async () => {
      await asked.service.createTask('a ?#%"b', ['true']);
      expect(await asked.ask(['delete', '--yes', 'a ?#%"b'])).to.include({ exitCode: 0, output: 'Deleted a ?#%"b.\n' });
    });

    it('is a misuse where an id cannot be one', async () => {
      const { exitCode, error } = await asked.ask(['delete', '--yes', 'a/b']);
      expect(exitCode).to.equal(2);
      expect(error).to.match(/^tms-init: [^\n]+\n$/);
    });
  });

  describe('without a terminal', () => {
    for (const words of [[], ['--json']]) {
      it(`deletes nothing without --yes: ${words.join(' ')}`, async () => {
        const { exitCode, output, error } = await asked.ask(['delete', taskId, ...words], { input: 'y\n' });
        expect({ exitCode, output }).to.deep.equal({ exitCode: 2, output: '' });
        expect(error)
          .to.include('nobody can be asked here whether to delete; --yes says so')
          .and.match(/^[^\n]+\n$/);
        expect(await isThere(taskId)).to.equal(true);
      });
    }

    it('says in one line that a task is missing', async () => {
      expect(await asked.ask(['delete', '--yes'])).to.deep.equal({
        exitCode: 2,
        output: '',
        error: "tms-init: missing required argument 'task'; see tms-init delete --help\n",
      });
    });

    it('says what to check where there is no service', async () => {
      const { exitCode, output, error } = await tmsInit(['delete', 'a', '--yes']);
      expect({ exitCode, output }).to.deep.equal({ exitCode: 3, output: '' });
      expect(error).to.include('cannot reach the service at http://127.0.0.1:2');
    });
  });

  describe('on a terminal', () => {
    before(function () {
      if (!canMakeTerminal()) this.skip();
    });

    it('tells what will be lost, and deletes it when the answer is yes', async () => {
      const terminal = on([taskId]);
      await terminal.until(QUESTION);
      expect(terminal.shown()).to.match(
        new RegExp(
          `^This will be deleted for good, with scripts, logs and journals:\r\n {2}· PENDING {2}${taskId} {2}2 steps {2}changed [\\d: -]+ {2}Task ${taskId}\r\n`,
        ),
      );
      expect(await isThere(taskId)).to.equal(true);
      terminal.type('y\n');
      expect(await terminal.ended).to.equal(0);
      expect(terminal.shown()).to.match(new RegExp(`Deleted ${taskId}\\.\r\n$`));
      expect(await isThere(taskId)).to.equal(false);
    });

    it('asks once for several', async () => {
      await asked.service.createTask(`${taskId}-b`, ['true']);
      const terminal = on([taskId, `${taskId}-b`]);
      await terminal.until('Delete these 2 tasks? [y/N] ');
      terminal.type('YES\n');
      expect(await terminal.ended).to.equal(0);
      expect([await isThere(taskId), await isThere(`${taskId}-b`)]).to.deep.equal([false, false]);
    });

    for (const [name, keys] of [
      ['n', 'n\n'],
      ['nothing', '\n'],
      ['something else', 'yes please\n'],
      ['the end of the input', '\u0004'],
    ] as const) {
      it(`deletes nothing when the answer is ${name}`, async () => {
        const terminal = on([taskId]);
        await terminal.until(QUESTION);
        terminal.type(keys);
        expect(await terminal.ended).to.equal(1);
        expect(terminal.shown()).to.match(/\r\nNothing was deleted\.\r\n$/);
        expect(await isThere(taskId)).to.equal(true);
      });
    }

    it('deletes nothing when it is ended by Ctrl-C', async () => {
      const terminal = on([taskId]);
      await terminal.until(QUESTION);
      terminal.type('\u0003');
      expect(await terminal.ended).to.equal(130);
      expect(await isThere(taskId)).to.equal(true);
    });

    it('does not ask with --yes', async () => {
      const terminal = on([taskId, '--yes']);
      expect(await terminal.ended).to.equal(0);
      expect(terminal.shown()).to.equal(`Deleted ${taskId}.\r\n`);
    });

    it('deletes nothing where one of them is not there, or runs', async () => {
      expect(await on([taskId, 'none']).ended).to.equal(1);
      await asked.service.createTask(`${taskId}-runs`, ['sleep 60']);
      await asked.service.execute(`${taskId}-runs`);
      const terminal = on([taskId, `${taskId}-runs`]);
      expect(await terminal.ended).to.equal(1);
      expect(terminal.shown()).to.match(
        /^tms-init: \S+-runs is running, so it cannot be deleted; nothing was deleted\r\n/,
      );
      expect(await isThere(taskId)).to.equal(true);
      await asked.ask(['cancel', `${taskId}-runs`]);
      await asked.service.untilStatus(`${taskId}-runs`, 'FAILED');
    });

    it('shows names that would do something to the terminal as what they are', async () => {
      const evil = {
        taskId,
        name: '\u001B]0;evil\u0007\u202E\r\nDelete nothing?',
        status: 'x\u001B[2J',
        totalSteps: 1,
      };
      const server = await openScriptedServer((_request, response) =>
        answerJson(response, { ...evil, active: false, successSteps: 0, updatedAt: null }),
      );
      const terminal = on([taskId], { url: server.url });
      await terminal.until(QUESTION);
      terminal.type('n\n');
      await terminal.ended;
      await server.close();
      expect(terminal.shown()).to.include('· x␛[2J').and.include('␛]0;evil␇<U+202E>␍␊Delete nothing?');
      expect(terminal.shown()).not.to.include('\u001B');
    });
  });

  describe('of a service that answers otherwise', () => {
    it('asks no further where a refusal concerns all of them', async () => {
      const ended = await answered((_request, response) => answerProblem(response, 403, 'forbidden'), 'a', 'b');
      expect(ended.asked).to.deep.equal(['DELETE /api/v1/init/tasks/a']);
      expect(ended.exitCode).to.equal(1);
      expect(ended.error).to.include('--token-file FILE');
    });

    it('tells as JSON what was deleted before the service went away', async () => {
      const { exitCode, output, error } = await answered(deleteOnlyA, 'a', 'b', '--json');
      expect(exitCode).to.equal(3);
      expect(JSON.parse(output)).to.deep.equal({ deleted: ['a'], refused: [] });
      expect(JSON.parse(error)).to.include({ exitCode: 3 });
    });

    it('takes nothing but 204 for a deletion', async () => {
      const ended = await answered((_request, response) => response.writeHead(200).end('<h1>Hello</h1>'), 'a');
      expect({ exitCode: ended.exitCode, output: ended.output }).to.deep.equal({ exitCode: 3, output: '' });
      expect(ended.error).to.include('something answers there that is not tms-init: HTTP 200');
    });

    it('says that the service may be older where it knows no deletion', async () => {
      const { error } = await answered((_request, response) => answerProblem(response, 405, 'method-not-allowed'), 'a');
      expect(error).to.include('The service may be older than this tms-init');
    });
  });
});

async function answered(answer: Answer, ...words: readonly string[]) {
  const server = await openScriptedServer(answer);
  const ended = await tmsInit(['delete', '--yes', ...words], { url: server.url });
  await server.close();
  return { ...ended, asked: server.requests.map(({ method, path }) => `${method} ${path}`) };
}

function deleteOnlyA({ path }: AskedRequest, response: ServerResponse): void {
  if (path.endsWith('/a')) response.writeHead(204).end();
  else response.destroy();
}
