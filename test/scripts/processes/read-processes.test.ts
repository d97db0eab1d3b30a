import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

import { readProcesses } from '../../../src/scripts/processes/read-processes.ts';

const SOURCE = join(import.meta.dirname, '../../../src/scripts/processes');

describe('the look at all processes', () => {
  it('finds this one, in its group', async () => {
    const pids = (await readProcesses()).map(({ pid }) => pid);
    expect(pids).to.include(process.pid);
  });

  for (const look of ['readProcesses()', 'findLockHolders("/nowhere")']) {
    it(`by ${look} fails, instead of finding nobody, where no descriptor is left`, async () => {
      expect(await looked(look)).to.equal('EMFILE');
    });
  }
});

/** What a look comes to in a process that has opened all it may. */
function looked(look: string): Promise<string> {
  const program = `
    import { openSync } from 'node:fs';
    import { readProcesses } from ${JSON.stringify(`${SOURCE}/read-processes.ts`)};
    import { findLockHolders } from ${JSON.stringify(`${SOURCE}/lock-holders.ts`)};
    try { for (;;) openSync('/dev/null'); } catch {}
    console.log(await ${look}.then((found) => found.length ?? found.size, ({ code }) => code));
  `;
  const node = [process.execPath, '--input-type=module', '--eval', program];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  execFile('/bin/sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', ...node], (error, stdout) => {
    if (error) reject(error);
    else resolve(stdout.trim());
  });
  return promise;
}
