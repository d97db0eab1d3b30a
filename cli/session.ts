/** What a command has to work with. */

import { type Api, openApi } from './api/api.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { misuse } from './faults/fault.ts';
import { openOutput, type Output } from './output/output.ts';
import { placeOf, type SharedOptions } from './settings.ts';
import { commandLine } from './text/shell-word.ts';

export interface Session {
  readonly output: Output;
  readonly environment: Environment;
  /** Whether programs read what it gives. */
  readonly json: boolean;
  /** Throws a Fault where the settings cannot be used. */
  readonly api: () => Api;
  /** Throws a Fault where one is named all the same: for a command that works on this host, whatever service is meant. */
  readonly asksNoService: (command: string) => void;
  /** A command of this program as people type it, for the same service. */
  readonly command: (name: string, operands: readonly string[], ...flags: readonly string[]) => string;
}

export function openSession(options: SharedOptions): Session {
  const environment = readEnvironment();
  return {
    output: openOutput(environment),
    environment,
    json: options.json ?? false,
    api: () => openApi(placeOf(options, environment)),
    asksNoService: (command) => refusePlace(options, command),
    command: (name, operands, ...flags) => commandLine(name, operands, [...flags, ...sharedWords(options)]),
  };
}

/** Whoever names a service expects that something is done there. */
function refusePlace({ url, tokenFile }: SharedOptions, command: string): void {
  const given = url === undefined ? '--token-file' : '--url';
  if (url === undefined && tokenFile === undefined) return;
  throw misuse(`${command} asks no service, but the database of this host, so it takes no ${given}`);
}

/** Those of the environment will be there again. */
function sharedWords({ url, tokenFile }: SharedOptions): readonly string[] {
  return [
    ...(url === undefined ? [] : ['--url', url]),
    ...(tokenFile === undefined ? [] : ['--token-file', tokenFile]),
  ];
}
