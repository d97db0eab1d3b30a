/** Streams of events that are followed: where one breaks off it is taken up again, and nothing comes twice. */

import { expect } from 'chai';
import type { ServerResponse } from 'node:http';

import { openApi } from '../../../cli/api/api.ts';
import { openAbsence } from '../../../cli/api/absence.ts';
import { followStream } from '../../../cli/api/follow-stream.ts';
import type { Fault } from '../../../cli/faults/fault.ts';
import { rejectionOf } from '../../support/rejection-of.ts';
import { answerProblem, openScriptedServer, type ScriptedServer } from '../../support/scripted-server.ts';

/** One stream: what it is asked with, and what it answers. */
type Part = (response: ServerResponse) => void;

const refuse: Part = (response) => answerProblem(response, 500, 'no-part-left');

/** Its events, after which the server ends it. */
const events =
  (...sent: readonly string[]): Part =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(sent.map((one) => `id: ${one}\nevent: step\ndata: "${one}"\n\n`).join(''));
  };

/** An event, and the half of another one. */
const broken: Part = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: 1\ndata: 1\n\nid: 2\nda');
  setImmediate(() => response.destroy());
};

describe('a stream that is followed', () => {
  let server: ScriptedServer;
  let parts: Part[];

  before(async () => {
    server = await openScriptedServer((_request, response) => (parts.shift() ?? refuse)(response));
  });

  after(() => server.close());

  interface Heard {
    readonly ids: readonly (string | undefined)[];
    readonly lost: readonly Fault[];
    readonly asked: readonly unknown[];
  }

  async function follow(end: string, patienceMs = 60_000): Promise<Heard> {
    const before = server.requests.length;
    const lost: Fault[] = [];
    const ids: (string | undefined)[] = [];
    const stream = followStream(openApi({ url: server.url, token: null }), {
      path: () => '/x',
      isEnd: ({ id }) => id === end,
      onLost: (fault) => lost.push(fault),
      signal: new AbortController().signal,
      patienceMs,
    });
    for await (const { id } of stream) ids.push(id);
    return { ids, lost, asked: server.requests.slice(before).map(({ headers }) => headers['last-event-id']) };
  }

  it('ends with its last event', async () => {
    parts = [events('1', '2', '3')];
    expect(await follow('2')).to.deep.equal({ ids: ['1', '2'], lost: [], asked: [undefined] });
  });

  it('goes on behind what was heard where the server ends it before, and says so once', async () => {
    parts = [events('1', '2'), events('3'), events('4')];
    const { ids, lost, asked } = await follow('4');
    expect(ids).to.deep.equal(['1', '2', '3', '4']);
    expect(asked).to.deep.equal([undefined, '2', '3']);
    expect(lost.map(({ message }) => message)).to.have.length(2);
  });

  it('goes on where the connection breaks, the service is away, or has no place', async () => {
    parts = [
      broken,
      (response) => response.destroy(),
      (response) => answerProblem(response, 503, 'shutting-down'),
      (response) => answerProblem(response, 429, 'too-many-requests'),
      (response) => void response.writeHead(502).end('no service here'),
      events('2'),
    ];
    const { ids, lost, asked } = await follow('2');
    expect(ids).to.deep.equal(['1', '2']);
    expect(lost).to.have.length(1);
    expect(asked).to.deep.equal([undefined, '1', '1', '1', '1', '1']);
  });

  it('ends where the service says that nothing comes any more', async () => {
    parts = [events('1'), (response) => void response.writeHead(204).end()];
    expect((await follow('2')).ids).to.deep.equal(['1']);
  });

  for (const [status, code] of [
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'task-not-found'],
  ] as const) {
    it(`is given up at once where trying again does not help: ${status}`, async () => {
      parts = [events('1'), (response) => answerProblem(response, status, code)];
      expect(await rejectionOf(follow('2'))).to.include({ code, exitCode: 1 });
    });
  }

  it('is given up where the service stays away longer than the patience', async () => {
    parts = [events('1'), ...Array.from({ length: 99 }, (): Part => (response) => response.destroy())];
    const began = performance.now();
    expect(await rejectionOf(follow('2', 700))).to.include({ exitCode: 3 });
    expect(performance.now() - began).to.be.within(650, 20_000);
  });

  it('ends with its signal, also while it waits', async () => {
    parts = Array.from({ length: 99 }, (): Part => (response) => response.destroy());
    const ended = new AbortController();
    const reason = new Error('enough');
    const stream = followStream(openApi({ url: server.url, token: null }), {
      path: () => '/x',
      isEnd: () => false,
      onLost: () => ended.abort(reason),
      signal: ended.signal,
      patienceMs: 60_000,
    });
    expect(await rejectionOf(stream.next())).to.equal(reason);
  });
});

describe('the absence of a service', () => {
  it('is looked into less and less often, until the patience is over', () => {
    const absence = openAbsence(1e9);
    const pauses = Array.from({ length: 7 }, () => absence.nextPauseMs());
    expect(pauses).to.deep.equal([200, 400, 800, 1600, 3200, 5000, 5000]);
    expect(openAbsence(0).nextPauseMs()).to.equal(null);
  });

  it('begins anew once the service was there', () => {
    const absence = openAbsence(1e9);
    absence.nextPauseMs();
    absence.nextPauseMs();
    expect(absence.hasBegun()).to.equal(true);
    absence.over();
    expect(absence.hasBegun()).to.equal(false);
    expect(absence.nextPauseMs()).to.equal(200);
  });
});
