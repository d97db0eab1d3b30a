/** Watching a run through whatever becomes of the service. */

import { expect } from 'chai';
import type { ServerResponse } from 'node:http';

import { beginTmsInit, tmsInit, untilEnded } from '../../support/command-line.ts';
import { untilFile } from '../../support/command-line-service.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import { answerProblem, openScriptedServer } from '../../support/scripted-server.ts';
import { openEmbedded } from '../../support/service-databases.ts';
import { makeServiceFolders, startServiceProcess } from '../../support/service-process.ts';

const task = (facts: object = {}) => ({
  taskId: 'a',
  name: 'A',
  status: 'RUNNING',
  active: true,
  totalSteps: 1,
  successSteps: 0,
  message: null,
  startedAt: null,
  finishedAt: null,
  ...facts,
});

const step = (facts: object = {}) => ({
  stepNo: 1,
  name: 'One',
  status: 'RUNNING',
  attempts: 1,
  startedAt: null,
  finishedAt: null,
  message: null,
  ...facts,
});

const event = (name: string, data: object, id = '1') => `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const snapshot = (facts: object = {}) => event('snapshot', { run: null, task: task(facts), steps: [step()] });

async function watch(streams: ((response: ServerResponse) => void)[], more: readonly string[] = []) {
  const server = await openScriptedServer(({ path }, response) => {
    if (!path.endsWith('/events')) answerProblem(response, 404, 'log-not-available');
    else (streams.length > 1 ? streams.shift() : streams[0])?.(response);
  });
  const ended = await tmsInit(['status', 'a', '--watch', ...more], { url: server.url });
  await server.close();
  return ended;
}

const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

const endWithWeather = (response: ServerResponse) =>
  void begin(response).end(
    snapshot() +
      event('weather', { sun: true }, '2') +
      event('end', { end: 'succeeded', task: task({ status: 'SUCCESS', active: false }) }, '3'),
  );

describe('watching a run', () => {
  it('goes on where the connection was lost, and says so', async () => {
    const { exitCode, output, error } = await watch([
      (response) => void begin(response).end(snapshot()),
      (response) =>
        void begin(response).end(
          event('step', { step: step({ status: 'SUCCESS' }) }, '2') +
            event(
              'end',
              { end: 'succeeded', why: null, task: task({ status: 'SUCCESS', active: false, successSteps: 1 }) },
              '3',
            ),
        ),
    ]);
    expect(exitCode).to.equal(0);
    expect(error).to.match(/^Trying again: cannot reach the service at .*: the connection was closed\n$/);
    expect(output).to.equal('step 1 of 1 (One): SUCCESS\n✓ SUCCESS a: 1 of 1 step is SUCCESS\n');
  });

  it('ends with exit code 3 where the service stays away', async () => {
    const { exitCode, error } = await watch(
      [(response) => void begin(response).end(snapshot()), (response) => response.destroy()],
      ['--patience', '1'],
    );
    expect(exitCode).to.equal(3);
    expect(error).to.include('cannot reach the service').and.include('Check that the service runs there');
  });

  it('ends where no service has the run any more, and says how to go on', async () => {
    const { exitCode, output, error } = await watch([
      (response) => void begin(response).write(snapshot({ active: false })),
    ]);
    expect(exitCode).to.equal(1);
    expect(output).to.equal('✗ RUNNING (interrupted) a: no service runs it any more\n');
    expect(error).to.equal('To go on: tms-init resume a --watch\n');
  });

  it('does not end where another instance tells only late that it has the run', async () => {
    const { exitCode } = await watch([
      (response) => {
        begin(response).write(snapshot({ active: false }));
        response.write(event('task', { task: task({ active: true }) }, '2'));
        setTimeout(
          () => response.end(event('end', { end: 'succeeded', task: task({ status: 'SUCCESS', active: false }) }, '3')),
          5500,
        );
      },
    ]);
    expect(exitCode).to.equal(0);
  });

  it('ends where somebody deletes the task', async () => {
    const { exitCode, error } = await watch([
      (response) =>
        void begin(response).end(
          snapshot() + event('end', { source: 'table', end: 'deleted', taskId: 'a' }, 'table:end'),
        ),
    ]);
    expect(exitCode).to.equal(1);
    expect(error).to.include('somebody has deleted it');
  });

  it('leaves events alone that only a newer service knows, but gives them to programs', async () => {
    expect((await watch([endWithWeather])).exitCode).to.equal(0);
    const { output } = await watch([endWithWeather], ['--json']);
    expect(output).to.include('{"event":"weather","sun":true}\n');
  });

  it('tells how the run ended even where the log cannot be read', async () => {
    const failed = { status: 'FAILED', active: false, message: 'step 1 of 1 (One): exit code 1' };
    const { exitCode, output } = await watch([
      (response) =>
        void begin(response).end(
          snapshot() +
            event('step', { step: step({ status: 'FAILED' }) }, '2') +
            event('end', { end: 'failed', why: null, task: task(failed) }, '3'),
        ),
    ]);
    expect(exitCode).to.equal(1);
    expect(output).to.include(
      '✗ FAILED a: step 1 of 1 (One): exit code 1\n  The log of step 1 cannot be read: Title of log-not-available',
    );
  });

  it('survives a service that is killed and started anew, and tells what became of the run', async () => {
    const folders = await makeServiceFolders();
    await openEmbedded(folders);
    const settings = { PORT: String(await lastingPort()) };
    const first = await startServiceProcess(folders, settings);
    await first.createTask('a', [untilFile('never')]);
    const child = beginTmsInit(['run', 'a', '--watch'], { url: first.url });
    child.stdout.once('data', () => void first.end('SIGKILL'));
    const watched = untilEnded(child);
    await first.ended;
    const second = await startServiceProcess(folders, settings);
    const { exitCode, output, error } = await watched;
    await second.end('SIGTERM');
    await folders.remove();
    expect(exitCode).to.equal(1);
    expect(output).to.include('RUNNING (interrupted)');
    expect(error).to.include('Trying again: ').and.include('To go on: tms-init resume a --watch');
  });
});
