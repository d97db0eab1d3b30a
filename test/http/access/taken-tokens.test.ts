/** Streams that were begun by a token which is then taken out of the file, or gets another role. */

import { expect } from 'chai';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { newToken } from '../../../src/http/access/new-token.ts';
import { openTokenBook, type TokenBook } from '../../../src/http/access/token-book.ts';
import { eventually } from '../../support/eventually.ts';
import { type HttpService, openHttpService } from '../../support/http-service.ts';
import { rejectionOf } from '../../support/rejection-of.ts';
import { silentLogger } from '../../support/silent-logger.ts';

describe('a token that is taken from somebody', () => {
  const ann = newToken('ann', 'read');
  const bob = newToken('bob', 'author');
  let folder: string;
  let book: TokenBook;
  let service: HttpService;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-test-tokens-'));
    await write(ann.entry, bob.entry);
    book = openTokenBook(join(folder, 'tokens.json'), silentLogger);
    service = await openHttpService(book);
    await service.persistence.createTask({ taskId: 't', name: 'T', steps: [{ name: 'S', script: 'true' }] });
  });

  after(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  for (const path of ['/inspect', '/tasks/t/events', '/tasks/t/steps/1/log?follow=true']) {
    it(`ends ${path}, and nothing of others`, async () => {
      await write(ann.entry, bob.entry);
      book.reload();
      const [ofAnn, ofBob] = [await open(path, ann.token), await open(path, bob.token)];
      const ended = new Promise((resolve) => ofAnn.once('close', resolve));
      // A role that still covers reading ends nothing.
      await write(ann.entry, { ...bob.entry, role: 'read' });
      book.reload();
      expect(ofAnn.destroyed).to.equal(false);
      await write(bob.entry);
      book.reload();
      await ended;
      expect(ofBob.destroyed).to.equal(false);
      ofBob.destroy();
    });
  }

  it('ends a read that waits', async () => {
    await write(ann.entry, bob.entry);
    book.reload();
    const headers = { Authorization: `Bearer ${ann.token}` };
    const tag = (await service.call('/tasks/t', { headers })).headers.get('etag') ?? '';
    const answer = service.call('/tasks/t?wait=60', { headers: { ...headers, 'If-None-Match': tag } });
    await eventually('the read to wait', () => service.waits.waiting() === 1);
    await write(bob.entry);
    book.reload();
    expect(await rejectionOf(answer)).to.be.instanceOf(TypeError);
    await eventually('its place to be free', () => service.waits.waiting() === 0);
  });

  function write(...entries: readonly object[]): Promise<void> {
    return writeFile(join(folder, 'tokens.json'), JSON.stringify(entries), { mode: 0o600 });
  }

  async function open(path: string, token: string): Promise<IncomingMessage> {
    const headers = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' };
    const [response] = (await once(get(`${service.server.url}/api/v1/init${path}`, { headers }), 'response')) as [
      IncomingMessage,
    ];
    expect(response.statusCode).to.equal(200);
    return response.on('error', () => undefined).resume();
  }
});
