/** mend, resolve and --from-step against a real service: what operators do by hand. */

import { expect } from 'chai';

import { tmsInit } from '../../support/command-line.ts';
import { type AskedService, openAskedService } from '../../support/command-line-service.ts';
import { answerJson, answerProblem, openScriptedServer } from '../../support/scripted-server.ts';

describe('changing tasks by tms-init', () => {
  let asked: AskedService;
  let count = 0;
  let taskId: string;

  before(async () => {
    asked = await openAskedService();
  });

  /** Step 2 fails. */
  beforeEach(async () => {
    taskId = `task-${(count += 1)}`;
    await asked.service.createTask(taskId, ['true', 'exit 7', 'true']);
    await asked.service.execute(taskId);
    await asked.service.untilStatus(taskId, 'FAILED');
  });

  after(() => asked.close());

  const stepOf = async (stepNo: number) => (await asked.service.steps(taskId)).find((step) => step.stepNo === stepNo);
  const attempts = async () => (await asked.service.steps(taskId)).map((step) => step.attempts);

  describe('mend', () => {
    it('gives a step another script, which resume runs', async () => {
      const mended = await asked.ask(['mend', taskId, '2', '--script', 'echo mended', '--reason', 'a typo']);
      expect(mended).to.deep.equal({
        exitCode: 0,
        output: 'Step 2 (step-2) has the new script; nothing was started.\n',
        error: `To go on with it: tms-init resume ${taskId} --watch\n`,
      });
      expect(await stepOf(2))
        .to.include({ script: 'echo mended' })
        .and.property('message')
        .include('a typo');
      expect((await asked.ask(['resume', taskId, '--watch'])).exitCode).to.equal(0);
      expect((await asked.ask(['logs', taskId, '2'])).output).to.equal('mended\n');
      expect(await attempts()).to.deep.equal([1, 2, 1]);
    });

    it('takes the script from a file as it is, and from standard input', async () => {
      const script = '#!/bin/sh\nset -eu\necho "über"\n';
      const file = await asked.write(`${taskId}.sh`, script);
      const { output } = await asked.ask(['mend', taskId, '2', '--file', file, '--reason', 'r', '--json']);
      expect(JSON.parse(output)).to.deep.equal((await asked.service.call(`/tasks/${taskId}/steps/2`)).body);
      expect(await stepOf(2)).to.include({ script });
      const piped = await asked.ask(['mend', taskId, '2', '--file', '-', '--reason', 'r'], { input: 'true' });
      expect(piped.exitCode).to.equal(0);
      expect(await stepOf(2)).to.include({ script: 'true' });
    });

    it('does not change a step that is SUCCESS, and says how it could be', async () => {
      const { exitCode, output, error } = await asked.ask(['mend', taskId, '1', '--script', 'false', '--reason', 'r']);
      expect({ exitCode, output }).to.deep.equal({ exitCode: 1, output: '' });
      expect(error).to.include('Resolved as FAILED it can be mended and run again: tms-init resolve --help tells how.');
      expect(await stepOf(1)).to.include({ script: 'true' });
    });

    it('does not change a task that runs', async () => {
      await asked.service.createTask(`${taskId}-runs`, ['sleep 60', 'true']);
      await asked.service.execute(`${taskId}-runs`);
      const { exitCode, error } = await asked.ask(['mend', `${taskId}-runs`, '2', '--script', 'a', '--reason', 'r']);
      expect(exitCode).to.equal(1);
      expect(error).to.include(`tms-init cancel ${taskId}-runs ends it`);
      await asked.ask(['cancel', `${taskId}-runs`]);
      await asked.service.untilStatus(`${taskId}-runs`, 'FAILED');
    });
  });

  describe('resolve', () => {
    it('settles a step as SUCCESS without running it, and the run goes on behind it', async () => {
      const resolved = await asked.ask(['resolve', taskId, '2', '--status', 'SUCCESS', '--reason', 'done by hand']);
      expect(resolved).to.deep.equal({
        exitCode: 0,
        output: 'Step 2 (step-2) is SUCCESS now.\n',
        error: `What is left to be done: tms-init plan ${taskId}\n`,
      });
      expect((await stepOf(2))?.message).to.include('done by hand');
      expect((await asked.ask(['resume', taskId, '--watch'])).exitCode).to.equal(0);
      expect(await attempts()).to.deep.equal([1, 1, 1]);
    });

    it('settles a step as FAILED, so that it runs again, and gives the step as JSON', async () => {
      const words = ['resolve', taskId, '1', '--status', 'FAILED', '--reason', 'it was removed', '--json'];
      const { exitCode, output } = await asked.ask(words);
      expect(exitCode).to.equal(0);
      expect(JSON.parse(output)).to.include({ stepNo: 1, status: 'FAILED' }).and.property('message').include('removed');
    });

    it('says that there is no such step', async () => {
      const { exitCode, error } = await asked.ask(['resolve', taskId, '9', '--status', 'FAILED', '--reason', 'r']);
      expect(exitCode).to.equal(1);
      expect(error).to.include(`tms-init steps ${taskId} shows the steps there are.`);
    });
  });

  for (const command of ['run', 'resume']) {
    describe(`${command} --from-step`, () => {
      it('runs the step and all later ones again, also those that are SUCCESS', async () => {
        await asked.ask(['mend', taskId, '2', '--script', 'true', '--reason', 'r']);
        expect((await asked.ask(['resume', taskId, '--watch'])).exitCode).to.equal(0);
        const { exitCode, output, error } = await asked.ask([command, taskId, '--from-step', '2', '--watch']);
        expect(exitCode, error).to.equal(0);
        expect(error).to.equal(`The run of ${taskId} was accepted: 1 of 3 steps is SUCCESS.\n`);
        expect(output)
          .to.match(/^step 2 of 3 \(step-2\): SUCCESS/m)
          .and.match(/^step 3 of 3 \(step-3\): SUCCESS/m)
          .and.not.include('step 1');
        expect(await attempts()).to.deep.equal([1, 3, 2]);
      });

      it('says what to do where an earlier step is not SUCCESS', async () => {
        const { exitCode, error } = await asked.ask([command, taskId, '--from-step', '3']);
        expect(exitCode).to.equal(1);
        expect(error).to.include(`tms-init steps ${taskId} shows them.`);
        expect(await attempts()).to.deep.equal([1, 1, 0]);
      });
    });
  }

  it('run --from-step is a misuse with a file: nothing is created', async () => {
    const file = await asked.write(
      `${taskId}-new.json`,
      JSON.stringify({ taskId: `${taskId}-new`, name: 'x', steps: [] }),
    );
    const { exitCode, output, error } = await asked.ask(['run', file, '--from-step', '2']);
    expect({ exitCode, output }).to.deep.equal({ exitCode: 2, output: '' });
    expect(error).to.match(/^tms-init: --from-step is for a task that is there; [^\n]+\n$/);
  });

  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [['mend', 'a', '2', '--script', '', '--reason', 'r'], /script/],
    [['mend', 'a', '2', '--script', 'x', '--reason', ' '], /reason/],
    [['mend', 'a', '2', '--script', 'x', '--reason', 'two\nlines'], /reason/],
    [['mend', 'a', '2', '--file', '/none', '--reason', 'r'], /\/none cannot be read: there is no such file/],
    [['resolve', 'a', '2', '--status', 'FAILED', '--reason', ''], /reason/],
  ];
  for (const [words, message] of refused) {
    it(`says in one line what is wrong: ${JSON.stringify(words)}`, async () => {
      const { exitCode, output, error } = await asked.ask(words.map((word) => (word === 'a' ? taskId : word)));
      expect({ exitCode, output }).to.deep.equal({ exitCode: 2, output: '' });
      expect(error)
        .to.match(message)
        .and.match(/^[^\n]+\n$/);
      expect(await stepOf(2)).to.include({ script: 'exit 7', status: 'FAILED' });
    });
  }

  for (const words of [
    ['mend', 'a', '2', '--script', 'x', '--reason', 'r'],
    ['resolve', 'a', '2', '--status', 'FAILED', '--reason', 'r'],
    ['run', 'a', '--from-step', '2'],
  ]) {
    it(`says what to check where there is no service: ${words.join(' ')}`, async () => {
      const { exitCode, output, error } = await tmsInit(words);
      expect({ exitCode, output }).to.deep.equal({ exitCode: 3, output: '' });
      expect(error).to.include('cannot reach the service at http://127.0.0.1:2');
    });
  }

  it('shows what would do something to a terminal as what it is', async () => {
    const server = await openScriptedServer(({ method }, response) => {
      if (method === 'PUT') answerJson(response, { stepNo: 2, name: 'a\u001B[2J\nb', status: 'x' });
      else answerProblem(response, 409, 'step-succeeded', { detail: 'c\u001B]0;d\u0007\ne', taskId: 'f\u001B[2J' });
    });
    const { url } = server;
    const mended = await tmsInit(['mend', 'a', '2', '--script', 'x', '--reason', 'r'], { url });
    const resolved = await tmsInit(['resolve', 'a', '2', '--status', 'FAILED', '--reason', 'r'], { url });
    await server.close();
    expect(mended.output).to.equal('Step 2 (a␛[2J␊b) has the new script; nothing was started.\n');
    expect(resolved.error).to.include('c␛]0;d␇␊e').and.not.include('\u001B');
  });
});
