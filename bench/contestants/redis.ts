/** A Redis that keeps its word as the PostgreSQL beside it does: what it answered is on the disk. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { eventually } from '../../test/support/eventually.ts';
import { findProgram } from './find-program.ts';

export interface Redis extends AsyncDisposable {
  readonly socket: string;
}

const PROGRAM = 'redis-server';

export const hasRedis = findProgram(PROGRAM) !== null;

const DURABLE = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];

export async function startRedis(folder: string): Promise<Redis> {
  const socket = join(folder, 'redis.sock');
  const server = spawn(PROGRAM, ['--port', '0', '--unixsocket', socket, '--dir', folder, ...DURABLE], {
    stdio: 'ignore',
  });
  const ended = once(server, 'exit');
  await eventually('Redis to listen', () => existsSync(socket));
  return {
    socket,
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL');
      await ended;
    },
  };
}
