/** The shop that the task set up: asking it, and ending its server. */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

interface Product {
  readonly name: string;
  readonly cents: number;
  readonly currency: string;
}

/** One sentence on what the shop finds. */
export async function searchShop(shopDir: string, words: string): Promise<string> {
  const url = await readFile(join(shopDir, 'run/server.url'), 'utf8');
  const answer = await fetch(`${url}/?q=${encodeURIComponent(words)}`, { signal: AbortSignal.timeout(5000) });
  const products = (await answer.json()) as readonly Product[];
  const [first] = products;
  if (!first) throw new Error(`the shop found nothing for "${words}"`);
  const price = `${(first.cents / 100).toFixed(2)} ${first.currency}`;
  return `The shop serves ${url} and finds ${products.length} products for "${words}", such as ${first.name} at ${price}`;
}

/** Ends the server that the last step left running, where it got that far. */
export async function stopShop(shopDir: string): Promise<void> {
  const script = join(import.meta.dirname, '../shop/stop-server.sh');
  await promisify(execFile)('sh', [script], { env: { ...process.env, SHOP_DIR: shopDir }, timeout: 10_000 });
}
