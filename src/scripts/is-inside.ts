/** Whether a path leads into a folder, as far as its text tells. */

import { isAbsolute, relative } from 'node:path';

/** Both absolute; a folder is not inside itself. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith('../') && !isAbsolute(way);
}
