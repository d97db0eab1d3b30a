/** A small file system of its own, to be filled and made read-only. Only root may mount one. */

import { execFile } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SmallDisk {
  readonly folder: string;
  /** Takes every block there is; files without content can still be made. */
  fillBlocks(): Promise<void>;
  /** Takes every inode there is: no file can be made any more. */
  fillInodes(): Promise<void>;
  /** Gives back what was taken. */
  free(): Promise<void>;
  makeReadOnly(): Promise<void>;
  close(): Promise<void>;
}

/** Over a folder, whose own files are to be seen again afterwards. */
export async function mountSmallDisk(folder: string): Promise<SmallDisk> {
  await run('mount', ['-t', 'tmpfs', '-o', 'size=256k,nr_inodes=64', 'tmpfs', folder]);
  return {
    folder,
    fillBlocks: () => untilFull(() => appendBlock(join(folder, 'ballast'))),
    async fillInodes() {
      let count = 0;
      await untilFull(() => writeFile(join(folder, `ballast-${(count += 1)}`), ''));
    },
    async free() {
      await run('/bin/sh', ['-c', `rm -f "$0"/ballast*`, folder]);
    },
    async makeReadOnly() {
      await run('mount', ['-o', 'remount,ro', folder]);
    },
    async close() {
      await run('umount', ['-l', folder]);
    },
  };
}

async function appendBlock(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    await file.writeFile(Buffer.alloc(4096, 'x'));
  } finally {
    await file.close();
  }
}

async function untilFull(take: () => Promise<void>): Promise<void> {
  try {
    for (;;) await take();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
