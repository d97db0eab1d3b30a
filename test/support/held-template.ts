/** A template that leaves its database half made: the writing of it stands still at a pipe that nobody reads. */

import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { serialize } from 'node:v8';
import { gzipSync } from 'node:zlib';

export interface HeldTemplate {
  readonly path: string;
  /** Lets go whoever still stands there; the database stays half made. */
  release(): void;
}

/** @param dataDir where the database is to be made; need not exist. */
export function makeHeldTemplate(folder: string, dataDir: string): HeldTemplate {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const files = new Map([
    ['PG_VERSION', Buffer.from('18\n')],
    [relative(join(dataDir, 'pg.unfinished'), pipe), Buffer.alloc(1)],
  ]);
  const path = join(folder, 'held.gz');
  writeFileSync(path, gzipSync(serialize(files)));
  return { path, release: () => closeSync(openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)) };
}
