import { expect } from 'chai';
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const MASK = join(import.meta.dirname, '../../src/platform/mask-secrets.ts');
const LOGGER = join(import.meta.dirname, '../../src/logger.ts');

const LINES = 20_000;

/** More than a pipe holds; its exit code shows that it came to its end, which it must not wait for. */
const PROGRAM = `
  import { createLogger } from ${JSON.stringify(LOGGER)};
  import { createMask } from ${JSON.stringify(MASK)};
  const logger = createLogger('info', createMask([]));
  for (let n = 0; n < ${LINES}; n++) {
    logger.info({ n }, 'a line of some length');
    if (n % 100 === 0) await new Promise(setImmediate);
  }
  if (process.argv[1] === 'leave') setTimeout(() => process.exit(7), 100);
`;

describe('standard output', () => {
  it('gets every line, as JSON, where somebody reads it', async () => {
    const child = startProgram('end', 'pipe');
    const lines = (await text(child.stdout as Readable)).trim().split('\n');
    expect(lines).to.have.length(LINES);
    expect(JSON.parse(lines.at(-1) ?? '')).to.include({ n: LINES - 1, level: 'info', msg: 'a line of some length' });
  });

  it('that is not read holds up neither the service nor its end', async () => {
    expect(await exitOf(startProgram('leave', 'pipe'))).to.equal(7);
  });

  it('whose reader has gone ends nothing', async () => {
    const child = startProgram('leave', 'pipe');
    child.stdout?.destroy();
    expect(await exitOf(child)).to.equal(7);
  });

  it('on a full disk ends nothing, and does not keep the process from ending', async () => {
    const full = openSync('/dev/full', 'w');
    try {
      expect(await exitOf(startProgram('leave', full))).to.equal(7);
    } finally {
      closeSync(full);
    }
  });
});

function startProgram(end: 'end' | 'leave', stdout: 'pipe' | number): ChildProcess {
  const stdio: StdioOptions = ['ignore', stdout, 'inherit'];
  return spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, end], { stdio });
}

async function exitOf(child: ChildProcess): Promise<unknown> {
  const limit = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code] = await once(child, 'exit');
  clearTimeout(limit);
  return code;
}
