/** The requests of the READMEs, run as they stand there against a service of their own. */

import { expect } from 'chai';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { type Service, startService } from '../examples/demo/service.ts';
import { eventually } from './support/eventually.ts';
import { readmeMending, readmeRequests } from './support/readme-requests.ts';
import { openEmbedded } from './support/service-databases.ts';

const README = 'README.md';

describe('the requests of the READMEs', function () {
  let folder: string;

  before(function () {
    if (spawnSync('curl', ['--version']).error === undefined) return;
    process.stderr.write(`They are not tested: there is no curl on this machine.\n`);
    this.skip();
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-readme-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('are the same in both languages', () => {
    expect(readmeRequests('README.zh-CN.md')).to.deep.equal(readmeRequests(README));
    expect(readmeMending('README.zh-CN.md')).to.equal(readmeMending(README));
  });

  it('are five, and are answered as they say', async () => {
    await openEmbedded({ root: folder });
    await using service = await startService({ folder, shopDir: join(folder, 'shop') }, AbortSignal.timeout(100_000));
    const requests = readmeRequests(README);
    expect(requests).to.have.length(5);
    for (const [index, { command, answer }] of requests.entries()) {
      if (index === 4) await inShell(readmeMending(README), service);
      expect(normal(await inShell(command, service)), command).to.equal(normal(answer));
      if (index === 1) await untilStatus('FAILED', service);
    }
    await untilStatus('SUCCESS', service);
  });

  /** Runs a line of the README, but with the folder and the address of this test. */
  async function inShell(line: string, { url }: Service): Promise<string> {
    const here = line.replaceAll('/tmp/hello', join(folder, 'hello')).replaceAll('http://localhost:8080', url);
    const { stdout } = await promisify(execFile)('sh', ['-c', here], { timeout: 10_000 });
    return stdout.trim().replaceAll(join(folder, 'hello'), '/tmp/hello');
  }
});

async function untilStatus(status: string, { client }: Service): Promise<void> {
  const hasStatus = async () => (await client.readTask('hello')).status === status;
  await eventually(`the task to be ${status}`, hasStatus);
}

/** The same text whenever and wherever it was answered. */
function normal(answer: string): string {
  return answer
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<time>"')
    .replaceAll(/"owner":"[^"]+"/g, '"owner":"<owner>"');
}
