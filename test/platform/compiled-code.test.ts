/** The cache of compiled code, as a child process of the service gets to know of it. */

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { expect } from 'chai';

const MODULE = new URL('../../src/platform/compiled-code.ts', import.meta.url).href;
const PRINT = `const { compiledCodeSettings } = await import('${MODULE}'); console.log(JSON.stringify(compiledCodeSettings()))`;

describe('compiledCodeSettings', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-test-compiled-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('names the folder as a process in any other folder finds it', () => {
    expect(settingsIn({ NODE_COMPILE_CACHE: 'a/cache' })).to.deep.equal({
      NODE_COMPILE_CACHE: join(folder, 'a/cache'),
    });
  });

  it('is empty where there is no cache', () => {
    expect(settingsIn({})).to.deep.equal({});
    expect(settingsIn({ NODE_COMPILE_CACHE: 'a/cache', NODE_DISABLE_COMPILE_CACHE: '1' })).to.deep.equal({});
  });

  function settingsIn(environment: Record<string, string>): unknown {
    const { NODE_COMPILE_CACHE: _, ...kept } = process.env;
    const options = { cwd: folder, env: { ...kept, ...environment }, encoding: 'utf8' } as const;
    return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', PRINT], options));
  }
});
