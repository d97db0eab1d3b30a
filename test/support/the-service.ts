/** The service as `npm start` starts it. It is built first, where the sources have changed since. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

export const PROJECT = join(import.meta.dirname, '../..');

export type Command = readonly [string, ...string[]];

/** That it was done, for the processes of this one. */
const IS_BUILT = 'TEST_SERVICE_IS_BUILT';

export const THE_SERVICE: Command = [process.execPath, ...argumentsOfStart()];

/** Those of `npm start`: the options of Node and the program. */
function argumentsOfStart(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  return scripts.start.split(' exec node ')[1]?.split(' ') ?? [];
}

/** The service below npm, as the README starts it. */
export const BY_NPM: Command = ['npm', 'start', '--silent'];

/** As a shell starts it that leaves new files these rights. */
export function withUmask(umask: string): Command {
  return ['/bin/sh', '-c', `umask ${umask}; exec "$0" "$@"`, ...THE_SERVICE];
}

/** As a daemon is started by a shell that closes its standard output. */
export const WITHOUT_OUTPUT: Command = ['/bin/sh', '-c', 'exec "$0" "$@" >&-', ...THE_SERVICE];

export function buildService(): void {
  if (process.env[IS_BUILT] !== undefined) return;
  execFileSync(process.execPath, ['build/service.ts'], { cwd: PROJECT, stdio: 'inherit' });
  process.env[IS_BUILT] = 'yes';
}
