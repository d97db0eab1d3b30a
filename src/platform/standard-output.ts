/** Standard output for log lines: it may be full, closed or read by nobody, and the service goes on all the same. */

import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import process from 'node:process';

export interface LineWriter {
  write(line: string): void;
}

/** What a reader that stands still may cost in memory; lines beyond it are dropped. */
const MOST_WAITING_BYTES = 1024 * 1024;

export function openStandardOutput(): LineWriter {
  const { stdout } = process;
  // A pipe or a terminal. Node writes to a pipe without waiting, so a reader that stands still holds up nothing.
  return stdout instanceof Socket ? writerTo(stdout) : { write: writeToFile };
}

function writerTo(stdout: Socket): LineWriter {
  if (!stdout.listeners('error').includes(dropLine)) stdout.on('error', dropLine);
  return {
    write(line) {
      if (stdout.writable && stdout.writableLength < MOST_WAITING_BYTES) stdout.write(line);
    },
  };
}

/** A file, or /dev/null. Not by the stream, which gives up for ever after one error: a full disk may get space again. */
function writeToFile(line: string): void {
  try {
    writeSync(1, line);
  } catch {
    dropLine();
  }
}

/** There is no other place where it could be said. */
function dropLine(): void {}
