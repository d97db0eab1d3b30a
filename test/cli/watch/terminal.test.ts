/** tms-init on a real terminal. */

import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openScriptedServer } from '../../support/scripted-server.ts';
import { canMakeTerminal, onTerminal } from '../../support/command-line.ts';
import { type AskedService, openAskedService, untilFile } from '../../support/command-line-service.ts';

/** What hides and shows the cursor. */
const HIDDEN = '\u001B[?25l';
const SHOWN = '\u001B[?25h';

describe('tms-init on a terminal', () => {
  let asked: AskedService;
  let count = 0;
  let taskId: string;

  before(async function () {
    if (!canMakeTerminal()) this.skip();
    asked = await openAskedService();
  });

  beforeEach(() => {
    taskId = `task-${(count += 1)}`;
  });

  after(() => asked?.close());

  const on = (
    words: readonly string[],
    size: { readonly columns?: number; readonly rows?: number; readonly environment?: Record<string, string> } = {},
  ) => onTerminal(words, { url: asked.service.url, ...size });
  const put = (name: string) => writeFile(join(asked.folders.root, name), '');

  it('changes the picture of a run in place, and leaves its end standing', async () => {
    await asked.service.createTask(taskId, ['true', untilFile(`go-${taskId}`), 'true']);
    const terminal = on(['run', taskId, '--watch']);
    await terminal.until(/2\. step-2 +[\d.]+ s/);
    await put(`go-${taskId}`);
    expect(await terminal.ended).to.equal(0);
    const shown = terminal.shown();
    expect(shown).to.include(HIDDEN);
    expect(shown.lastIndexOf(SHOWN)).to.be.above(shown.lastIndexOf(HIDDEN));
    expect(shown, 'goes up').to.include('\u001B[1A');
    const last = shown.slice(shown.lastIndexOf('\u001B[G'));
    expect(last).to.include('\u001B[32m✓ SUCCESS\u001B[39m').and.include('3. step-3').and.not.include('RUNNING');
    expect(shown).to.match(new RegExp(`✓ SUCCESS\u001B\\[39m ${taskId} after [\\d.]+ s: 3 of 3 steps are SUCCESS\r\n`));
  });

  it('ends with exit code 1 where a step fails, with the end of its log, harmless', async () => {
    await asked.service.createTask(taskId, [String.raw`printf 'a\033]0;evil\007b\033[2J\n'; exit 3`]);
    const terminal = on(['run', taskId, '--watch']);
    expect(await terminal.ended).to.equal(1);
    expect(terminal.shown()).to.include('  | ab\r\n').and.include(`tms-init resume ${taskId} --watch`);
    expect(terminal.shown()).not.to.include('\u001B]').and.not.include('\u001B[2J');
  });

  it('is left by Ctrl-C: the cursor is there again, the run goes on', async () => {
    await asked.service.createTask(taskId, [untilFile(`go-${taskId}`)]);
    const terminal = on(['run', taskId, '--watch']);
    await terminal.until('1. step-1');
    terminal.type('\u0003');
    expect(await terminal.ended).to.equal(130);
    const shown = terminal.shown();
    expect(shown).to.include('You no longer watch; the run goes on.');
    expect(shown.lastIndexOf(SHOWN)).to.be.above(shown.lastIndexOf(HIDDEN));
    expect((await asked.service.call(`/tasks/${taskId}`)).body).to.include({ status: 'RUNNING', active: true });
    await put(`go-${taskId}`);
    await asked.service.untilStatus(taskId, 'SUCCESS');
  });

  it('stops drawing where the service is gone for good, and says so below the picture', async () => {
    const run = { run: 'r', startedAt: new Date().toISOString(), firstStep: 1 };
    const step = { stepNo: 1, name: 'One', status: 'RUNNING', attempts: 1, startedAt: run.startedAt, finishedAt: null };
    const task = { taskId, name: 'A', status: 'RUNNING', active: true, totalSteps: 1, successSteps: 0 };
    const first = `event: snapshot\ndata: ${JSON.stringify({ run, task, steps: [step] })}\n\n`;
    let streams = 0;
    const server = await openScriptedServer((_request, response) => {
      streams += 1;
      if (streams > 1) response.destroy();
      else response.writeHead(200, { 'content-type': 'text/event-stream' }).end(first);
    });
    const terminal = onTerminal(['status', taskId, '--watch', '--patience', '1'], { url: server.url });
    expect(await terminal.ended).to.equal(3);
    await server.close();
    const shown = terminal.shown();
    expect(shown).to.include('trying again: cannot reach the service');
    expect(shown.lastIndexOf(SHOWN)).to.be.above(shown.lastIndexOf(HIDDEN));
    expect(shown.lastIndexOf('tms-init: cannot reach the service')).to.be.above(shown.lastIndexOf('1. One'));
  });

  it('has room for many steps in a small terminal', async () => {
    await asked.service.createTask(taskId, [
      ...Array.from({ length: 30 }, () => 'true'),
      untilFile(`go-${taskId}`),
      ...Array.from({ length: 30 }, () => 'true'),
    ]);
    const terminal = on(['run', taskId, '--watch'], { columns: 40, rows: 10 });
    await terminal.until(/31\. step-31 +[\d.]+ s/);
    expect(terminal.shown())
      .to.match(/… \d+ steps before/)
      .and.match(/… \d+ steps after/);
    await put(`go-${taskId}`);
    expect(await terminal.ended).to.equal(0);
  });

  it('writes lines where the terminal cannot move its cursor', async () => {
    await asked.service.createTask(taskId, ['true']);
    const terminal = on(['run', taskId, '--watch'], { environment: { TERM: 'dumb' } });
    expect(await terminal.ended).to.equal(0);
    expect(terminal.shown()).to.include('step 1 of 1 (step-1): SUCCESS').and.not.include('\u001B');
  });

  it('lets the colours of a log through, and nothing else', async () => {
    await asked.service.createTask(taskId, [String.raw`printf '\033[31mred\033[0m \033]0;evil\007\033[2Jrest\n'`]);
    await asked.service.execute(taskId);
    await asked.service.untilStatus(taskId, 'SUCCESS');
    const terminal = on(['logs', taskId, '1']);
    expect(await terminal.ended).to.equal(0);
    expect(terminal.shown()).to.equal('\u001B[31mred\u001B[0m rest\r\n\u001B[0m');
    const plain = on(['logs', taskId, '1', '-f'], { environment: { NO_COLOR: '1' } });
    await plain.ended;
    expect(plain.shown()).to.equal('red rest\r\n');
  });

  it('cuts tables to its width, and colours them', async () => {
    await asked.service.createTask(taskId, ['echo "a long line that does not fit into forty columns"; exit 1']);
    await asked.service.execute(taskId);
    await asked.service.untilStatus(taskId, 'FAILED');
    const terminal = on(['steps', taskId], { columns: 60 });
    await terminal.ended;
    expect(terminal.shown()).to.include('\u001B[31m✗ FAILED\u001B[39m').and.include('…');
  });
});
