/** status, list and steps against a real service. */

import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beginTmsInit, untilEnded } from '../../support/command-line.ts';
import { type AskedService, openAskedService, untilFile } from '../../support/command-line-service.ts';

/** Of a table, without what is different each time. */
const steady = (text: string) =>
  text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '<time>').replaceAll(/\d+\.\d+ s/g, '<took>');

describe('looking at tasks by tms-init', () => {
  let asked: AskedService;

  before(async () => {
    asked = await openAskedService();
    const { service } = asked;
    await service.createTask('done', ['true', 'true']);
    await service.createTask('failed', ['true', 'echo "no such host"; exit 4', 'true']);
    await service.createTask('new', ['true']);
    for (const taskId of ['done', 'failed']) await service.execute(taskId);
    await service.untilStatus('done', 'SUCCESS');
    await service.untilStatus('failed', 'FAILED');
  });

  after(() => asked.close());

  describe('status', () => {
    it('tells what a task is, why it failed, and how to resume it', async () => {
      const { exitCode, output, error } = await asked.ask(['status', 'failed']);
      expect(exitCode).to.equal(0);
      expect(steady(output).split('\n')).to.deep.equal([
        '✗ FAILED  failed  Task failed',
        '  1 of 3 steps is SUCCESS',
        '  message   step 2 of 3 (step-2): exit code 4; last output: no such host',
        '  created   <time>',
        '  started   <time>',
        '  finished  <time>',
        '',
      ]);
      expect(error).to.equal('To resume it: tms-init resume failed --watch\n');
    });

    it('of a task that was never executed says how to', async () => {
      const { output, error } = await asked.ask(['status', 'new']);
      expect(output).to.match(/^· PENDING {2}new /);
      expect(error).to.equal('To execute it: tms-init run new --watch\n');
    });

    it('of a task that is done has nothing to recommend', async () => {
      const { output, error } = await asked.ask(['status', 'done']);
      expect(output).to.match(/^✓ SUCCESS {2}done /);
      expect(error).to.equal('');
    });

    it('of a task that runs says who runs it, and how to watch it', async () => {
      await asked.service.createTask('running', ['sleep 60']);
      await asked.service.execute('running');
      const { output, error } = await asked.ask(['status', 'running']);
      expect(output)
        .to.match(/^▸ RUNNING {2}running /)
        .and.match(/^ {2}run by {4}\S+:\d+:\w+$/m);
      expect(error).to.equal('To watch it: tms-init status running --watch\n');
      await asked.ask(['cancel', 'running']);
      await asked.service.untilStatus('running', 'FAILED');
    });

    it('gives the answer of the service as JSON', async () => {
      const { output, error } = await asked.ask(['status', 'failed', '--json']);
      expect(JSON.parse(output)).to.deep.equal((await asked.service.call('/tasks/failed')).body);
      expect(error).to.equal('');
    });

    it('has colours where they are wanted', async () => {
      const { output } = await asked.ask(['status', 'failed'], { environment: { FORCE_COLOR: '1' } });
      expect(output).to.include('\u001B[31m✗ FAILED\u001B[39m');
      const without = await asked.ask(['status', 'failed'], { environment: { FORCE_COLOR: '1', NO_COLOR: '1' } });
      expect(without.output).not.to.include('\u001B');
    });

    it('with --watch waits for the end of a run, and starts none', async () => {
      await asked.service.createTask('watched', [untilFile('go-watched'), 'exit 2']);
      await asked.service.execute('watched');
      const child = beginTmsInit(['status', 'watched', '--watch', '--json'], { url: asked.service.url });
      child.stdout.once('data', () => void writeFile(join(asked.folders.root, 'go-watched'), ''));
      const { exitCode, output } = await untilEnded(child);
      expect(exitCode).to.equal(1);
      const events = output
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { readonly event: string }).event);
      expect(events[0]).to.equal('snapshot');
      expect(events.slice(-2)).to.deep.equal(['end', 'outcome']);
      expect((await asked.service.steps('watched')).map(({ attempts }) => attempts)).to.deep.equal([1, 1]);
    });

    it('with --watch tells at once how a run ended that is over', async () => {
      expect((await asked.ask(['status', 'done', '--watch'])).exitCode).to.equal(0);
      const { exitCode, output, error } = await asked.ask(['status', 'failed', '--watch']);
      expect(exitCode).to.equal(1);
      expect(output).to.include('  | no such host\n');
      expect(error).to.equal('Once the cause is mended: tms-init resume failed --watch\n');
    });

    it('with --watch of what was never executed says so', async () => {
      const { exitCode, output } = await asked.ask(['status', 'new', '--watch']);
      expect({ exitCode, output }).to.deep.equal({ exitCode: 1, output: '· PENDING new: 0 of 1 step is SUCCESS\n' });
    });
  });

  describe('list', () => {
    it('tells tasks, newest first, in columns', async () => {
      const { exitCode, output, error } = await asked.ask(['list', '--status', 'PENDING']);
      expect({ exitCode, error }).to.deep.equal({ exitCode: 0, error: '' });
      expect(steady(output)).to.equal(
        'STATUS   TASK  DONE  CHANGED              NAME\nPENDING  new   0/1   <time>  Task new\n',
      );
    });

    it('tells no more than wanted, and that there are more', async () => {
      const { output, error } = await asked.ask(['list', '--limit', '1']);
      expect(output.trim().split('\n')).to.have.length(2);
      expect(error).to.equal('There are more; --limit 4 shows more of them.\n');
    });

    it('says where there is none', async () => {
      const { exitCode, output, error } = await asked.ask(['list', '--status', 'UNHEARD']);
      expect({ exitCode, output, error }).to.deep.equal({ exitCode: 0, output: '', error: 'There is no such task.\n' });
    });

    it('gives JSON to programs', async () => {
      const { output, error } = await asked.ask(['list', '--limit', '2', '--json']);
      const { items, nextCursor } = JSON.parse(output) as {
        readonly items: readonly object[];
        readonly nextCursor: unknown;
      };
      expect(items).to.have.length(2);
      expect(nextCursor).to.be.a('string');
      expect(error).to.equal('');
    });
  });

  describe('steps', () => {
    it('tells each step in columns, with its starts, its exit code and its message', async () => {
      const { exitCode, output } = await asked.ask(['steps', 'failed']);
      expect(exitCode).to.equal(0);
      expect(steady(output).replaceAll(/ +/g, ' ')).to.equal(
        [
          'STEP STATUS STARTS CODE TOOK NAME MESSAGE',
          '1 ✓ SUCCESS 1 0 <took> step-1',
          '2 ✗ FAILED 1 4 <took> step-2 exit code 4; last output: no such host',
          '3 · PENDING 0 step-3',
          '',
        ].join('\n'),
      );
    });

    it('gives the answer of the service as JSON', async () => {
      const { output } = await asked.ask(['steps', 'failed', '--json']);
      expect(JSON.parse(output)).to.deep.equal(await asked.service.steps('failed'));
    });
  });

  for (const words of [
    ['status', 'none'],
    ['steps', 'none'],
    ['logs', 'none'],
    ['status', 'none', '--watch'],
  ]) {
    it(`tms-init ${words.join(' ')} says that there is no such task`, async () => {
      const { exitCode, output, error } = await asked.ask(words);
      expect({ exitCode, output }).to.deep.equal({ exitCode: 1, output: '' });
      expect(error).to.match(/^tms-init: There is no such task: .*\n {2}tms-init list shows the tasks there are\.\n$/);
    });
  }
});
