/** Says in one line why the database in a folder cannot be used. */

export function unusable(folder: string, reason: string): string {
  return `The database in ${folder} cannot be used: ${reason}.`;
}

/** What a system error means for whoever gave the folder. */
const REASONS: ReadonlyMap<string | undefined, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EIO', 'input/output error'],
  ['ENOSPC', 'no space left on the disk'],
  ['EPERM', 'operation not permitted'],
  ['EROFS', 'the file system is read-only'],
]);

/** What the file system of WebAssembly says instead of an Error: a number of WASI's own table of errors. */
const WASI_ERRORS: ReadonlyMap<number | undefined, string> = new Map([
  [2, 'EACCES'],
  [19, 'EDQUOT'],
  [29, 'EIO'],
  [51, 'ENOSPC'],
  [63, 'EPERM'],
  [69, 'EROFS'],
]);

export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const reason = REASONS.get(code);
  if (reason !== undefined) return `${reason} (${code})`;
  return error instanceof Error ? error.message : `PGlite failed with ${JSON.stringify(error)}`;
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof Error) return (error as NodeJS.ErrnoException).code;
  return WASI_ERRORS.get((error as { errno?: number }).errno);
}
