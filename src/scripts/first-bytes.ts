/** The beginning of a file, read without following a link and without waiting for the writer of a pipe. */

import { constants, open } from 'node:fs/promises';

/** At most so many bytes, as text. */
export async function readFirstBytes(path: string, most: number): Promise<string> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
