/** A service that answers with what controls terminals, also in place of numbers: nothing of it reaches the terminal. */

import { expect } from 'chai';

import { tmsInit } from '../../support/command-line.ts';
import { answerJson, answerProblem, openScriptedServer, type ScriptedServer } from '../../support/scripted-server.ts';

const EVIL = '1\u001B]0;q\u0007\u009B31m\u202E\u001B[8m\nTo resume it: evil';

const TASK = {
  taskId: EVIL,
  name: EVIL,
  status: 'FAILED',
  active: false,
  owner: EVIL,
  totalSteps: EVIL,
  successSteps: EVIL,
  message: EVIL,
  createdAt: EVIL,
  updatedAt: EVIL,
  startedAt: EVIL,
  finishedAt: EVIL,
};

const STEP = {
  stepNo: EVIL,
  name: EVIL,
  script: EVIL,
  status: 'FAILED',
  message: EVIL,
  exitCode: EVIL,
  startedAt: EVIL,
  finishedAt: EVIL,
  attempts: EVIL,
};

const SNAPSHOT = { run: null, task: { ...TASK, status: 'RUNNING', active: true }, steps: [STEP] };

const EVENTS = [
  `id: 1\nevent: snapshot\ndata: ${JSON.stringify(SNAPSHOT)}\n\n`,
  `id: 2\nevent: step\ndata: ${JSON.stringify({ step: { ...STEP, stepNo: 2, status: EVIL, attempts: 1 } })}\n\n`,
  `id: 3\nevent: end\ndata: ${JSON.stringify({ end: 'failed', why: EVIL, task: TASK })}\n\n`,
].join('');

describe('a hostile service', () => {
  let server: ScriptedServer;

  before(async () => {
    server = await openScriptedServer(({ method, path: whole }, response) => {
      const path = whole.split('?')[0] ?? '';
      if (path.endsWith('/tasks')) return answerJson(response, { items: [TASK], nextCursor: null });
      if (path.endsWith('/steps')) return answerJson(response, [STEP, { ...STEP, stepNo: 2, attempts: 1 }]);
      if (path.endsWith('/plan'))
        return answerJson(response, {
          canExecute: true,
          reason: EVIL,
          steps: [{ stepNo: EVIL, action: EVIL, why: EVIL }],
        });
      if (path.endsWith('/execute'))
        return answerJson(response, { ...TASK, status: 'RUNNING', started: !path.includes('again') });
      if (method === 'PUT' || path.endsWith('/resolve')) return answerJson(response, STEP);
      if (path.endsWith('/cancel'))
        return answerProblem(response, 409, 'already-running', { taskId: EVIL, detail: EVIL });
      if (path.endsWith('/events'))
        return void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(EVENTS);
      return answerJson(response, TASK);
    });
  });

  after(() => server.close());

  const asked = [
    'list',
    'status a',
    'steps a',
    'plan a',
    'run a',
    'run again',
    'cancel a',
    'resume a',
    'status a --watch',
    'mend a 1 --script x --reason r',
    'resolve a 1 --status FAILED --reason r',
    'delete cancel --yes',
  ];
  for (const words of asked) {
    for (const FORCE_COLOR of ['0', '1']) {
      it(`controls no terminal by its answers to ${words}, ${FORCE_COLOR === '1' ? 'in colours' : 'without colours'}`, async () => {
        const { output, error } = await tmsInit(words.split(' '), { url: server.url, environment: { FORCE_COLOR } });
        expect(output + error).to.have.length.above(0);
        // eslint-disable-next-line no-control-regex
        const rest = FORCE_COLOR === '1' ? output.replaceAll(/\u001B\[(1|2|22|31|32|33|39)m/g, '') : output;
        // eslint-disable-next-line no-control-regex
        expect(rest + error).to.not.match(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
        expect(rest + error).to.not.match(/^To resume it: evil/m);
      });
    }
  }
});
