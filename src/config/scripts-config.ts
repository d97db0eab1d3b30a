/** Where scripts run, what they may be, and what they get of the environment. */

import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { PROJECT } from '../platform/project-files.ts';
import { ConfigError } from './config-error.ts';
import type { Settings } from './settings.ts';

export interface ScriptsConfig {
  /** The working directory of scripts. */
  readonly dir: string;
  /** `shell`: a script is a command line of /bin/sh; `files`: it names an executable file inside the working directory. */
  readonly policy: 'shell' | 'files';
  /** The allow-listed environment of launcher and scripts. */
  readonly environment: Readonly<Record<string, string>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What every script gets of the service's own environment; SCRIPT_ENV adds names, nothing else gets through. */
const SCRIPT_ENVIRONMENT = ['PATH', 'HOME', 'LANG', 'TZ'];

/** @param ownFolders those that the service writes into. */
export function scriptsOf(given: Settings, environment: Environment, ownFolders: readonly string[]): ScriptsConfig {
  const dir = resolve(given.SCRIPTS_DIR);
  if (given.SCRIPT_POLICY === 'files') refuseOpenFolder(dir, environment, ownFolders);
  return { dir, policy: given.SCRIPT_POLICY, environment: allowed(environment, given.SCRIPT_ENV) };
}

/** What may run is what lies in the folder: not whatever happens to, and least of all an interpreter that runs anything. */
function refuseOpenFolder(dir: string, environment: Environment, ownFolders: readonly string[]): void {
  if (environment['SCRIPTS_DIR'] === undefined) {
    throw new ConfigError(
      'SCRIPT_POLICY=files needs SCRIPTS_DIR: the folder whose files may be run, and nothing else.',
    );
  }
  const real = join(realFolder(dir), '/');
  const held = [PROJECT, ...ownFolders].find((folder) => join(realFolder(folder), '/').startsWith(real));
  if (held === undefined) return;
  throw new ConfigError(
    `SCRIPTS_DIR must not hold ${held}, where the service lives or writes, if SCRIPT_POLICY is files.`,
  );
}

/** Where a folder really lies, whatever links lead there; one that is not there yet lies where those above it do. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new ConfigError(`With SCRIPT_POLICY=files ${folder} has to be looked at: ${code}.`);
    return join(realFolder(dirname(folder)), basename(folder));
  }
}

function allowed(environment: Environment, further: readonly string[]): Record<string, string> {
  const names = [...SCRIPT_ENVIRONMENT, ...further];
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}
