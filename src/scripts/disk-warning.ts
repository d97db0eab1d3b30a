/** Whether a log may lack what the script wrote. */

import { statfs } from 'node:fs/promises';
import process from 'node:process';

/** A full disk makes `echo` fail without a word: the exit code rules, but the reader of the log should know. */
export async function readDiskWarning(folder: string): Promise<string | null> {
  try {
    const { bavail, bfree } = await statfs(folder);
    // A part is kept for root, whose scripts can fill that too.
    return (process.getuid?.() === 0 ? bfree : bavail) === 0 ? 'log incomplete: disk full' : null;
  } catch {
    // The folder is gone: that is said where the next log cannot be opened.
    return null;
  }
}
