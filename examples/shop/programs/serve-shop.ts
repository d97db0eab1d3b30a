/** The shop's server: finds products by words, and tells its address in run/server.url once it can be asked. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';

import { shopFolder } from './shop-folder.ts';

const SEARCH = `
  SELECT product.sku, product.name, product.cents, product.currency
  FROM product_search JOIN product USING (sku) WHERE product_search MATCH ? ORDER BY product.sku
`;

const folder = shopFolder();
const { host, port } = JSON.parse(readFileSync(folder.configuration, 'utf8')) as { host: string; port: number };
const database = new DatabaseSync(folder.database, { readOnly: true });
const search = database.prepare(SEARCH);

const server = createServer((request, response) => {
  const words = new URL(request.url ?? '/', 'http://shop').searchParams.get('q') ?? '';
  response.setHeader('content-type', 'application/json').end(JSON.stringify(find(words)));
});
server.listen(port, host, tellAddress);
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => {
    database.close();
  });
});

/** Each word is quoted, so that it is looked for and not read as a command of the search language. */
function find(words: string) {
  const quoted = words.match(/[\p{L}\p{N}]+/gu)?.map((word) => `"${word}"`);
  return quoted ? search.all(quoted.join(' ')) : [];
}

/** Written beside and renamed, so that nobody reads half an address. */
function tellAddress(): void {
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  writeFileSync(`${folder.serverUrl}.new`, url);
  renameSync(`${folder.serverUrl}.new`, folder.serverUrl);
  console.log(`${new Date().toISOString()} listening on ${url}`);
}
