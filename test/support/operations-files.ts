/** The files of operations/ as tests read them. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse, parseAllDocuments } from 'yaml';

import { settings } from '../../src/config/settings.ts';
import { PROJECT } from './the-service.ts';

export const SETTINGS: ReadonlySet<string> = new Set(Object.keys(settings.shape));

export function readProjectFile(path: string): string {
  return readFileSync(join(PROJECT, path), 'utf8');
}

export function readYaml(path: string): unknown {
  return parse(readProjectFile(path), { strict: true });
}

export function readYamlDocuments(path: string): unknown[] {
  return parseAllDocuments(readProjectFile(path), { strict: true }).map((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors[0]?.message}`);
    return document.toJS();
  });
}

/** The arguments that `npm start` gives to Node. */
export function argumentsOfStart(): readonly string[] {
  const { scripts } = JSON.parse(readProjectFile('package.json')) as { readonly scripts: { readonly start: string } };
  return scripts.start.split(' exec node ')[1]?.split(' ') ?? [];
}

/** How many seconds a service with these settings may take to end, and a little more. */
export function secondsToEnd(given: Readonly<Record<string, string | undefined>>): number {
  const { SHUTDOWN_GRACE, KILL_GRACE } = settings.pick({ SHUTDOWN_GRACE: true, KILL_GRACE: true }).parse(given);
  return SHUTDOWN_GRACE + KILL_GRACE + 5;
}
