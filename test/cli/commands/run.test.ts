/** run, resume and cancel against a real service: what they do, what they say, and how they end. */

import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beginTmsInit, tmsInit, untilEnded } from '../../support/command-line.ts';
import { type AskedService, openAskedService, untilFile } from '../../support/command-line-service.ts';

describe('tms-init run', () => {
  let asked: AskedService;
  let count = 0;
  let taskId: string;

  before(async () => {
    asked = await openAskedService();
  });

  beforeEach(() => {
    taskId = `task-${(count += 1)}`;
  });

  after(() => asked.close());

  const put = (name: string) => writeFile(join(asked.folders.root, name), '');

  /** A YAML file of a task with these scripts. */
  function writeTask(scripts: readonly string[], name = `${taskId}.yaml`): Promise<string> {
    const steps = scripts.map(
      (script, index) => `  - name: Step ${index + 1}\n    script: ${JSON.stringify(script)}\n`,
    );
    return asked.write(name, `taskId: ${taskId}\nname: Task of a file\nsteps:\n${steps.join('')}`);
  }

  describe('with --watch', () => {
    it('creates the task of a file, executes it, tells each step and ends with exit code 0', async () => {
      const { exitCode, output, error } = await asked.ask(['run', await writeTask(['true', 'true']), '--watch']);
      expect(exitCode, error).to.equal(0);
      expect(error).to.equal(
        `Created ${taskId} with 2 steps.\nThe run of ${taskId} was accepted: 0 of 2 steps are SUCCESS.\n`,
      );
      const lines = output.split('\n');
      expect(
        lines.filter((line) => !line.endsWith('started')).map((line) => line.replace(/ after .*?s(?=$|:)/, '')),
      ).to.deep.equal([
        'step 1 of 2 (Step 1): SUCCESS',
        'step 2 of 2 (Step 2): SUCCESS',
        `✓ SUCCESS ${taskId}: 2 of 2 steps are SUCCESS`,
        '',
      ]);
    });

    it('ends with exit code 1 where a step fails, with the end of its log and the command that resumes', async () => {
      const failing = 'for i in $(seq 40); do echo "line $i"; done; echo "the disk is full" >&2; exit 7';
      const { exitCode, output, error } = await asked.ask(['run', await writeTask(['true', failing, 'true']), '-w']);
      expect(exitCode).to.equal(1);
      expect(output).to.match(
        /^step 2 of 3 \(Step 2\): FAILED after [\d.]+ s: exit code 7; last output: the disk is full$/m,
      );
      expect(output).to.match(
        new RegExp(`^✗ FAILED ${taskId} after [\\d.]+ s: step 2 of 3 \\(Step 2\\): exit code 7`, 'm'),
      );
      expect(output).to.include(
        `  The log of step 2 ends so (tms-init logs ${taskId} 2 shows all of it):\n  | line 27\n`,
      );
      expect(output.endsWith('  | line 40\n  | the disk is full\n')).to.equal(true);
      expect(error.endsWith(`Once the cause is mended: tms-init resume ${taskId} --watch\n`)).to.equal(true);
      expect(output).not.to.include('step 3');
    });

    it('tells of a task that is there only what this run does', async () => {
      await asked.service.createTask(taskId, ['true', `[ -e mended-${taskId} ]`, 'true']);
      expect((await asked.ask(['run', taskId, '--watch'])).exitCode).to.equal(1);
      await put(`mended-${taskId}`);
      const { exitCode, output, error } = await asked.ask(['run', taskId, '--watch']);
      expect(exitCode).to.equal(0);
      expect(error).to.equal(`The run of ${taskId} was accepted: 1 of 3 steps is SUCCESS.\n`);
      expect(output).not.to.include('step 1').and.not.to.include('FAILED');
      expect(output)
        .to.match(/^step 2 of 3 \(step-2\): SUCCESS/m)
        .and.match(/^step 3 of 3 \(step-3\): SUCCESS/m);
    });

    it('joins a run that is there already', async () => {
      await asked.service.createTask(taskId, [untilFile(`go-${taskId}`)]);
      await asked.service.execute(taskId);
      const child = beginTmsInit(['run', taskId, '--watch'], { url: asked.service.url });
      child.stderr.once('data', () => void put(`go-${taskId}`));
      const { exitCode, error } = await untilEnded(child);
      expect({ exitCode, error }).to.deep.equal({
        exitCode: 0,
        error: `${taskId} is running already: 0 of 1 step is SUCCESS.\n`,
      });
    });

    it('has nothing to run where all steps are SUCCESS', async () => {
      await asked.service.createTask(taskId, ['true']);
      await asked.service.execute(taskId);
      await asked.service.untilStatus(taskId, 'SUCCESS');
      const { exitCode, output, error } = await asked.ask(['run', taskId, '--watch']);
      expect({ exitCode, output, error }).to.deep.equal({
        exitCode: 0,
        output: `✓ SUCCESS ${taskId}: 1 of 1 step is SUCCESS\n`,
        error: `There is nothing to run in ${taskId}: 1 of 1 step is SUCCESS.\n`,
      });
    });

    it('gives every event as a line of JSON to programs, the last one with the outcome', async () => {
      const { exitCode, output, error } = await asked.ask([
        'run',
        await writeTask(['true', 'exit 3']),
        '--watch',
        '--json',
      ]);
      expect({ exitCode, error }).to.deep.equal({ exitCode: 1, error: '' });
      const lines = output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines[0]).to.include({ event: 'snapshot' }).and.nested.property('task.taskId', taskId);
      expect(lines.at(-1)).to.include({ event: 'outcome', outcome: 'ended', exitCode: 1 });
      expect(lines.at(-1)).nested.property('task.status', 'FAILED');
    });

    it('shows names that would do something to a terminal as what they are', async () => {
      const name = 'a\\u202Eb';
      const path = await asked.write(
        `${taskId}.json`,
        `{"taskId":"${taskId}","name":"x","steps":[{"name":"${name}","script":"true"}]}`,
      );
      const { output } = await asked.ask(['run', path, '--watch']);
      expect(output).to.include('step 1 of 1 (a<U+202E>b): SUCCESS');
    });

    it('is left by Ctrl-C: the run goes on, and it says so', async () => {
      await asked.service.createTask(taskId, [untilFile(`go-${taskId}`)]);
      const child = beginTmsInit(['run', taskId, '--watch'], { url: asked.service.url });
      child.stdout.once('data', () => child.kill('SIGINT'));
      const { exitCode, error } = await untilEnded(child);
      expect(exitCode).to.equal(130);
      expect(error).to.include('You no longer watch; the run goes on.\n');
      expect(error).to.include(
        `To watch it again: tms-init status ${taskId} --watch\nTo stop it: tms-init cancel ${taskId}\n`,
      );
      expect((await asked.service.call(`/tasks/${taskId}`)).body).to.include({ status: 'RUNNING', active: true });
      await put(`go-${taskId}`);
      await asked.service.untilStatus(taskId, 'SUCCESS');
    });

    it('tells of a run that is cancelled meanwhile', async () => {
      await asked.service.createTask(taskId, ['sleep 60']);
      const watching = asked.ask(['run', taskId, '--watch']);
      await asked.service.untilStatus(taskId, 'RUNNING');
      const cancelled = await asked.ask(['cancel', taskId]);
      expect(cancelled).to.deep.equal({
        exitCode: 0,
        output: 'The run was told to stop.\n',
        error: `To see it end: tms-init status ${taskId} --watch\n`,
      });
      const { exitCode, output } = await watching;
      expect(exitCode).to.equal(1);
      expect(output).to.match(/FAILED.*cancelled by local/);
    });
  });

  describe('without --watch', () => {
    it('ends as soon as the run is accepted, and says how to watch it', async () => {
      const path = await writeTask([untilFile(`go-${taskId}`)]);
      const { exitCode, output, error } = await asked.ask(['run', path]);
      expect(exitCode).to.equal(0);
      expect(output).to.equal(`The run of ${taskId} was accepted: 0 of 1 step is SUCCESS.\n`);
      expect(error).to.equal(`Created ${taskId} with 1 step.\nTo watch it: tms-init status ${taskId} --watch\n`);
      await put(`go-${taskId}`);
      await asked.service.untilStatus(taskId, 'SUCCESS');
    });

    it('gives the answer of the service as JSON', async () => {
      const { output, error } = await asked.ask(['run', await writeTask(['true']), '--json']);
      expect(JSON.parse(output)).to.include({ taskId, totalSteps: 1, started: true });
      expect(error).to.equal('');
    });

    it('takes the task from standard input, without an id too', async () => {
      const input = 'name: From elsewhere\nsteps: [{name: One, script: "true"}]\n';
      const { exitCode, output } = await asked.ask(['run', '-', '--json'], { input });
      expect(exitCode).to.equal(0);
      const { taskId: made } = JSON.parse(output) as { readonly taskId: string };
      await asked.service.untilStatus(made, 'SUCCESS');
    });

    it('names the options by which it found the service in the commands that it recommends', async () => {
      await asked.service.createTask(taskId, ['true']);
      const url = asked.service.url;
      const tokenFile = await asked.write(`${taskId} token`, 'tms_ignored\n');
      const { error } = await tmsInit(['run', taskId, '--url', url, '--token-file', tokenFile]);
      expect(error).to.equal(
        `To watch it: tms-init status ${taskId} --watch --url ${url} --token-file '${tokenFile}'\n`,
      );
    });

    it('changes nothing where the task of the file exists, and says how to execute that', async () => {
      const path = await writeTask(['true']);
      await asked.service.createTask(taskId, ['exit 1']);
      const { exitCode, output, error } = await asked.ask(['run', path]);
      expect({ exitCode, output }).to.deep.equal({ exitCode: 1, output: '' });
      expect(error).to.include('The task exists already').and.include(`tms-init run ${taskId}\n`);
      expect((await asked.service.call(`/tasks/${taskId}`)).body.status).to.equal('PENDING');
    });

    it('says in one line what is wrong in the task of a file', async () => {
      const path = await asked.write(`${taskId}.json`, '{"name":"x","steps":[{"name":"a"}]}');
      const { exitCode, error } = await asked.ask(['run', path]);
      expect(exitCode).to.equal(2);
      expect(error).to.match(/^tms-init: The body does not have the expected shape: .*steps\.0\.script.*\n$/);
    });

    it('says that there is no such task', async () => {
      const { exitCode, error } = await asked.ask(['run', 'none']);
      expect(exitCode).to.equal(1);
      expect(error).to.match(/^tms-init: There is no such task: .*\n {2}tms-init list shows the tasks there are\.\n$/);
    });

    it('says what to check where there is no service', async () => {
      const { exitCode, error } = await tmsInit(['run', 'a', '--watch']);
      expect(exitCode).to.equal(3);
      expect(error).to.include('cannot reach the service at http://127.0.0.1:2').and.include('tms-init serve');
    });
  });

  describe('and resume', () => {
    it('goes on with a task where it stopped', async () => {
      await asked.service.createTask(taskId, ['true', `[ -e mended-${taskId} ]`]);
      await asked.service.execute(taskId);
      await asked.service.untilStatus(taskId, 'FAILED');
      await put(`mended-${taskId}`);
      const { exitCode, output } = await asked.ask(['resume', taskId, '--watch']);
      expect(exitCode).to.equal(0);
      expect(output)
        .to.match(/^step 2 of 2 \(step-2\): SUCCESS/m)
        .and.not.include('step 1');
      expect((await asked.service.steps(taskId)).map(({ attempts }) => attempts)).to.deep.equal([1, 2]);
    });
  });

  describe('and cancel', () => {
    it('gives the answer of the service as JSON', async () => {
      await asked.service.createTask(taskId, ['sleep 60']);
      await asked.service.execute(taskId);
      const { exitCode, output } = await asked.ask(['cancel', taskId, '--json']);
      expect(exitCode).to.equal(0);
      expect(JSON.parse(output)).to.include({ taskId });
      await asked.service.untilStatus(taskId, 'FAILED');
    });

    it('of what does not run is refused', async () => {
      await asked.service.createTask(taskId, ['true']);
      const { exitCode, error } = await asked.ask(['cancel', taskId]);
      expect(exitCode).to.equal(1);
      expect(error).to.include(`tms-init status ${taskId} tells how it ended`);
    });
  });
});
