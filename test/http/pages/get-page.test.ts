/** The files of the visualizer, as the service hands them out. */

import { expect } from 'chai';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createHttpApp } from '../../../src/http/app.ts';
import type { HttpServer } from '../../../src/http/server.ts';
import { unusedRooms } from '../../support/unused-rooms.ts';
import { listenAsUsual, usualHttp } from '../../support/usual-http.ts';

describe('the page', () => {
  let folder: string;
  let server: HttpServer;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-page-'));
    await writeFile(join(folder, 'secret.html'), 'beside it');
    server = await listenAsUsual(createHttpApp({ ...unusedRooms(), ...usualHttp, pageFolder: join(folder, 'page') }));
  });

  after(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('says how it is built where it is not', async () => {
    const response = await get('/visualizer/');
    expect(response.status).to.equal(200);
    expect(await response.text()).to.include('npm install --include=dev');
    expect((await get('/visualizer/index-abc.js')).status).to.equal(404);
  });

  describe('once it is built', () => {
    before(async () => {
      await mkdir(join(folder, 'page'));
      await writeFile(join(folder, 'page/index.html'), '<!doctype html>');
      await writeFile(join(folder, 'page/index-abc.js'), 'let a;');
      await writeFile(join(folder, 'page/notes.txt'), 'no part of it');
    });

    it('may run its own files and talk to this service, and nothing else', async () => {
      const response = await get('/visualizer/');
      expect(await response.text()).to.equal('<!doctype html>');
      expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8');
      const policy = response.headers.get('content-security-policy');
      expect(policy).to.match(/^default-src 'none';script-src 'self';style-src 'self';/);
      // Neither would let it work: over plain HTTP, and with scripts.
      expect(policy).not.to.match(/unsafe|upgrade-insecure-requests|sandbox/);
      expect(response.headers.get('x-content-type-options')).to.equal('nosniff');
      expect(response.headers.get('cross-origin-resource-policy')).to.equal('same-origin');
    });

    it('is asked about each time, and not sent again while it is the same', async () => {
      const { headers } = await get('/visualizer/');
      expect(headers.get('cache-control')).to.equal('no-cache');
      const again = await get('/visualizer/', { 'If-None-Match': headers.get('etag') ?? '' });
      expect([again.status, await again.text()]).to.deep.equal([304, '']);
    });

    it('has files that may be kept for good', async () => {
      const response = await get('/visualizer/index-abc.js');
      expect(response.headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
      expect(response.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      expect(await response.text()).to.equal('let a;');
    });

    it('is asked about each time by its other name too, which has no hash', async () => {
      const response = await get('/visualizer/index.html');
      expect(response.headers.get('cache-control')).to.equal('no-cache');
      expect(await response.text()).to.equal('<!doctype html>');
    });

    it('has no other files, whatever the path', async () => {
      for (const path of ['nothing.js', 'notes.txt', '..%2Fsecret.html', '%2e%2e%2fsecret.html', 'a/b.js', '%00']) {
        expect((await get(`/visualizer/${path}`)).status, path).to.equal(404);
      }
    });

    it('is where the shorter paths lead', async () => {
      for (const path of ['/', '/visualizer']) {
        const response = await get(path);
        expect([response.status, response.headers.get('location')], path).to.deep.equal([302, '/visualizer/']);
      }
    });
  });

  function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(server.url + path, { headers, redirect: 'manual' });
  }
});
