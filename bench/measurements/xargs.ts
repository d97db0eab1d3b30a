/** What the machine itself can start at best: the same processes, by xargs. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import type { Measurement } from '../compare/bench.ts';
import type { Figure } from '../compare/book.ts';
import { chain } from '../contestants/process-step.ts';

const AT_ONCE = 8;

export const XARGS: Figure = `xargs -P ${AT_ONCE}: the same processes, a second`;

export const xargs: Measurement = {
  name: 'xargs',
  needs: [],
  isRepeated: true,
  measure: (bench) =>
    bench.attempt([XARGS], async () => {
      const { processes } = bench.pace;
      const begun = performance.now();
      await runProcesses(await bench.makeFolder(), processes);
      bench.note(XARGS, (processes / (performance.now() - begun)) * 1000);
    }),
};

async function runProcesses(folder: string, count: number): Promise<void> {
  const log = await open(join(folder, 'log'), 'w');
  const options = ['-P', String(AT_ONCE), '-I', '{}', ...chain(join(folder, '{}.lock'))];
  const child = spawn('xargs', options, { stdio: ['pipe', log.fd, log.fd] });
  await log.close();
  child.stdin?.end(Array.from({ length: count }, (_, n) => `${n}\n`).join(''));
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  if (exitCode !== 0) throw new Error(`xargs ended with ${exitCode}`);
}
