/** logs against a real service: as they are, as they are written, from step to step. */

import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { eventually } from '../../support/eventually.ts';
import { beginTmsInit, type Ended, untilEnded } from '../../support/command-line.ts';
import { type AskedService, openAskedService, untilFile } from '../../support/command-line-service.ts';

describe('tms-init logs', () => {
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

  async function executed(status: string, ...scripts: readonly string[]): Promise<void> {
    await asked.service.createTask(taskId, scripts);
    await asked.service.execute(taskId);
    await asked.service.untilStatus(taskId, status);
  }

  const put = (name: string) => writeFile(join(asked.folders.root, name), '');

  it('shows what the step wrote that failed, and says which one that is', async () => {
    await executed('FAILED', 'echo one', 'echo two; exit 1', 'echo three');
    expect(await asked.ask(['logs', taskId])).to.deep.equal({
      exitCode: 0,
      output: 'two\n',
      error: '==> step 2 (step-2) <==\n',
    });
  });

  it('shows the last step that ran where none failed, and the first where none ran', async () => {
    await executed('SUCCESS', 'echo one', 'echo two');
    expect((await asked.ask(['logs', taskId])).output).to.equal('two\n');
    await asked.service.createTask(`${taskId}-new`, ['echo one', 'echo two']);
    expect(await asked.ask(['logs', `${taskId}-new`])).to.deep.equal({
      exitCode: 0,
      output: '',
      error: '==> step 1 (step-1) <==\n',
    });
  });

  it('of a step that is named shows that one and says nothing else', async () => {
    await executed('FAILED', 'echo one', 'exit 1');
    expect(await asked.ask(['logs', taskId, '1'])).to.deep.equal({ exitCode: 0, output: 'one\n', error: '' });
  });

  it('gives its bytes unchanged where there is no terminal', async () => {
    await executed('SUCCESS', String.raw`printf 'a\033[31m\000\377\r\nb'`);
    const child = beginTmsInit(['logs', taskId], { url: asked.service.url });
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr.resume();
    await new Promise((resolve) => child.once('close', resolve));
    expect(Buffer.concat(pieces).toString('latin1')).to.equal('a\u001B[31m\0\u00FF\r\nb');
  });

  it('shows the last lines', async () => {
    await executed('SUCCESS', 'seq 100');
    expect((await asked.ask(['logs', taskId, '--tail', '3'])).output).to.equal('98\n99\n100\n');
  });

  it('shows that of an earlier attempt', async () => {
    await executed('FAILED', 'echo "attempt $ATTEMPT"; [ "$ATTEMPT" = 2 ]');
    await asked.service.execute(taskId);
    await asked.service.untilStatus(taskId, 'SUCCESS');
    expect((await asked.ask(['logs', taskId, '1', '--attempt', '1'])).output).to.equal('attempt 1\n');
    expect((await asked.ask(['logs', taskId, '1'])).output).to.equal('attempt 2\n');
  });

  it('gives pages of JSON to programs, which together are the whole log', async () => {
    await executed('SUCCESS', 'seq 300000');
    const { output } = await asked.ask(['logs', taskId, '1', '--json']);
    const pages = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly content: string });
    expect(pages.length).to.be.above(1);
    const whole = Array.from({ length: 300_000 }, (_, index) => `${index + 1}\n`).join('');
    expect(pages.map(({ content }) => content).join('') === whole).to.equal(true);
  });

  it('says that there is no such step, or no such attempt', async () => {
    await executed('SUCCESS', 'true');
    const noStep = await asked.ask(['logs', taskId, '7']);
    expect(noStep.exitCode).to.equal(1);
    expect(noStep.error).to.include(`tms-init steps ${taskId} shows the steps there are.`);
    expect((await asked.ask(['logs', taskId, '1', '--attempt', '9'])).exitCode).to.equal(1);
  });

  /** Follows, and goes on once it has shown the words. */
  async function follow(
    words: readonly string[],
    steps: Readonly<Record<string, () => Promise<void>>>,
  ): Promise<Ended> {
    const child = beginTmsInit(['logs', taskId, '-f', ...words], { url: asked.service.url });
    let shown = '';
    const left = new Map(Object.entries(steps));
    const look = (piece: Buffer) => {
      shown += piece.toString();
      for (const [seen, act] of left) {
        if (!shown.includes(seen)) continue;
        left.delete(seen);
        void act();
      }
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    return untilEnded(child);
  }

  it('with -f goes on with what is written, until the step has ended', async () => {
    await asked.service.createTask(taskId, [`echo before; ${untilFile(`go-${taskId}`)}; echo after; exit 5`]);
    await asked.service.execute(taskId);
    const { exitCode, output } = await follow(['1'], { before: () => put(`go-${taskId}`) });
    expect({ exitCode, output }).to.deep.equal({ exitCode: 0, output: 'before\nafter\n' });
  });

  it('with -f and no step goes from step to step for as long as the task runs', async () => {
    const scripts = [
      `echo one; ${untilFile(`one-${taskId}`)}`,
      'echo two',
      `echo three; ${untilFile(`three-${taskId}`)}`,
      'echo four',
    ];
    await asked.service.createTask(taskId, scripts);
    await asked.service.execute(taskId);
    const { exitCode, output, error } = await follow([], {
      one: () => put(`one-${taskId}`),
      three: () => put(`three-${taskId}`),
    });
    expect(exitCode).to.equal(0);
    expect(output).to.equal('one\ntwo\nthree\nfour\n');
    expect(error).to.equal([1, 2, 3, 4].map((no) => `==> step ${no} (step-${no}) <==\n`).join(''));
  });

  it('with -f ends with the step that fails', async () => {
    await asked.service.createTask(taskId, [`echo one; ${untilFile(`one-${taskId}`)}; exit 1`, 'echo two']);
    await asked.service.execute(taskId);
    const { exitCode, output } = await follow([], { one: () => put(`one-${taskId}`) });
    expect({ exitCode, output }).to.deep.equal({ exitCode: 0, output: 'one\n' });
  });

  it('with -f shows only the last lines of what was there', async () => {
    await asked.service.createTask(taskId, [`seq 10; ${untilFile(`go-${taskId}`)}; echo after`]);
    await asked.service.execute(taskId);
    const log = `${asked.service.url}/api/v1/init/tasks/${taskId}/steps/1/log`;
    await eventually('all lines', async () => (await (await fetch(log)).text()).endsWith('10\n'));
    const { output } = await follow(['1', '--tail', '2'], { '10\n': () => put(`go-${taskId}`) });
    expect(output).to.equal('9\n10\nafter\n');
  });

  it('with -f gives each piece as a line of JSON to programs', async () => {
    await executed('SUCCESS', 'echo one');
    const { output } = await asked.ask(['logs', taskId, '1', '-f', '--json']);
    const lines = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).to.deep.equal([
      { event: 'begin', stepNo: 1, attempt: 1, offset: 0 },
      { event: 'piece', stepNo: 1, content: 'one\n' },
      { event: 'end', stepNo: 1, attempt: 1, status: 'SUCCESS', exitCode: 0 },
    ]);
  });
});
