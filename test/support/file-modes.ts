/** The rights of everything in a folder. */

import { lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface FileMode {
  /** Relative to the folder; empty for the folder itself. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Such as 0o750. */
  readonly mode: number;
}

export function fileModesIn(folder: string): readonly FileMode[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return [folder, ...entries.map(({ parentPath, name }) => join(parentPath, name))].map((path) => {
    const found = lstatSync(path);
    return { path: relative(folder, path), isFolder: found.isDirectory(), mode: found.mode & 0o777 };
  });
}
