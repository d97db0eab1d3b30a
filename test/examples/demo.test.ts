/** `npm run demo` as a newcomer runs it. */

import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';

import { eventually } from '../support/eventually.ts';

describe('the demo', function () {
  this.timeout(150_000);
  let folder: string;
  let demo: ReturnType<typeof startDemo>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-test-'));
  });

  afterEach(async () => {
    if (demo.exitCode === null && demo.kill('SIGTERM')) await once(demo, 'exit');
    await rm(folder, { recursive: true });
  });

  it('shows a failure, mends it, resumes, and leaves nothing behind', async () => {
    demo = startDemo(folder);
    const [output, [code]] = await Promise.all([text(demo.stdout), once(demo, 'exit')]);
    expect(code, output).to.equal(0);

    expect(output).to.match(/✗ 5\. Import of products +FAILED/);
    expect(output).to.include('line 3118: product P-03117 has the currency "EURO"');
    expect(output).to.match(/Accepted with 4 of 8 steps done/);
    expect(output.match(/skipped, it is SUCCESS/g)).to.have.length(4);
    expect(output).to.match(/How often each script was started: 1 1 1 1 2 1 1 1\n/);
    expect(output).to.match(/The shop serves http.* and finds 125 products/);
    expect(await readdir(folder)).to.deep.equal([]);
    expect(await processesOf(folder)).to.deep.equal([]);
  });

  it('leaves nothing behind when it is interrupted in the middle', async () => {
    demo = startDemo(folder);
    let output = '';
    demo.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
    await eventually('the first step to end', () => /✓ 1\. Folders/.test(output), { withinMs: 120_000 });
    demo.kill('SIGINT');
    const [code] = await once(demo, 'exit');
    expect(code, output).to.equal(1);
    expect(await readdir(folder)).to.deep.equal([]);
    expect(await processesOf(folder)).to.deep.equal([]);
  });
});

function startDemo(folder: string) {
  const { NODE_OPTIONS: _, ...environment } = process.env;
  return spawn(process.execPath, ['examples/demo.ts'], {
    env: { ...environment, NODE_COMPILE_CACHE: 'node_modules/.cache/compiled', TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The command lines of processes that have the folder in their arguments or in their environment. */
async function processesOf(folder: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => commandLineIfOf(pid, folder)));
  return lines.filter((line) => line !== null);
}

async function commandLineIfOf(pid: string, folder: string): Promise<string | null> {
  try {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    return (commandLine + environment).includes(folder) ? commandLine.replaceAll('\0', ' ') : null;
  } catch {
    // It ended in between, or belongs to somebody else.
    return null;
  }
}
