/** Asks the server that was just started for products, as a customer would, until it answers or 10 s are over. */

import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import { shopFolder } from './shop-folder.ts';

const DEADLINE_MS = 10_000;
const WORDS = 'oak lamp';

async function probe(): Promise<void> {
  const url = await readAddress(Date.now() + DEADLINE_MS);
  const answer = await fetch(`${url}/?q=${encodeURIComponent(WORDS)}`, { signal: AbortSignal.timeout(DEADLINE_MS) });
  const found = (await answer.json()) as readonly unknown[];
  if (!answer.ok || found.length === 0) throw new Error(`the server found no "${WORDS}"`);
  console.log(`${url} answers and finds ${found.length} products for "${WORDS}"`);
}

async function readAddress(deadline: number): Promise<string> {
  const { serverUrl } = shopFolder();
  while (!existsSync(serverUrl)) {
    if (Date.now() > deadline) throw new Error(`the server did not come up within ${DEADLINE_MS / 1000} s`);
    await setTimeout(50);
  }
  return readFileSync(serverUrl, 'utf8');
}

try {
  await probe();
} catch (error) {
  console.error(`probe failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
