/** What costs much and serves all test processes of a run: made once, by the process of mocha itself (`share-fixtures.ts`). */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { eventually } from './eventually.ts';

export type FixtureName = 'PostgreSQL server';

/** The folder in which the process of mocha tells the others of its fixtures. */
const SHARED = 'TEST_SHARED_FIXTURES';

const MADE_MS = 60_000;

/** Where it is; null where this process is alone, and has to make its own. */
export async function sharedFixture(name: FixtureName): Promise<string | null> {
  const folder = process.env[SHARED];
  if (folder === undefined) return null;
  const { place, fault } = await eventually(`the ${name}`, () => readNote(join(folder, name)), { withinMs: MADE_MS });
  if (place === undefined) throw new Error(`the ${name} of this run could not be made: ${fault}`);
  return place;
}

interface Note {
  readonly place?: string;
  readonly fault?: string;
}

function readNote(path: string): Note {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Test processes that are started from now on wait for it. */
export function announceFixtures(folder: string): void {
  process.env[SHARED] = folder;
}

export async function shareFixture(folder: string, name: FixtureName, making: Promise<string>): Promise<void> {
  const path = join(folder, name);
  writeFileSync(`${path}.new`, JSON.stringify(await noteOf(making)));
  renameSync(`${path}.new`, path);
}

async function noteOf(making: Promise<string>): Promise<Note> {
  try {
    return { place: await making };
  } catch (error) {
    return { fault: String(error) };
  }
}
