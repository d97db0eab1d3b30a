/** The process that a step of a peer runs: the chain that the service starts too, without its ticket and its record. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import type { Step } from './contestant.ts';

/** A lock of its own, then a shell that becomes the script; its output goes straight to a log of its own. */
export function processStep(folder: string): Step {
  let count = 0;
  return async () => {
    const name = join(folder, String((count += 1)));
    const log = await open(`${name}.log`, 'wx');
    try {
      const [program = '', ...args] = chain(`${name}.lock`);
      const child = spawn(program, args, { stdio: ['ignore', log.fd, log.fd], env: { PATH: process.env['PATH'] } });
      const [exitCode] = (await once(child, 'exit')) as [number | null];
      if (exitCode !== 0) throw new Error(`the process of a step ended with ${exitCode}`);
    } finally {
      await log.close();
    }
  };
}

export function chain(lock: string): readonly string[] {
  return ['flock', '-F', '-n', '-E', '75', lock, '/bin/sh', '-c', 'true'];
}
