/** Imports the price list: checks every row, then stores all of them in one transaction, or tells which lines to mend. */

import { readFileSync } from 'node:fs';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';

import { findFaults, type Product, readPriceList } from './price-list.ts';
import { shopFolder } from './shop-folder.ts';

const UPSERT = `
  INSERT INTO product (sku, name, cents, currency, stock) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (sku) DO UPDATE SET
    name = excluded.name, cents = excluded.cents, currency = excluded.currency, stock = excluded.stock
`;

function importProducts(): void {
  const { priceList, database: path } = shopFolder();
  const database = new DatabaseSync(path);
  const products = readPriceList(readFileSync(priceList, 'utf8'));
  console.log(`${products.length} rows read from ${priceList}`);
  const faults = findFaults(products, acceptedCurrencies(database));
  if (faults.length === 0) store(database, products);
  else refuse(priceList, faults);
  database.close();
}

function acceptedCurrencies(database: DatabaseSync): ReadonlySet<string> {
  const rows = database.prepare('SELECT code FROM currency').all();
  return new Set(rows.map(({ code }) => String(code)));
}

function store(database: DatabaseSync, products: readonly Product[]): void {
  const upsert = database.prepare(UPSERT);
  database.exec('BEGIN');
  for (const { sku, name, price, currency, stock } of products) {
    upsert.run(sku, name, Math.round(Number(price) * 100), currency, Number(stock));
  }
  database.exec('COMMIT');
  console.log(`${products.length} products are in the database`);
}

function refuse(priceList: string, faults: readonly string[]): void {
  for (const fault of faults.slice(0, 20)) console.error(fault);
  const rows = faults.length === 1 ? '1 row is wrong' : `${faults.length} rows are wrong`;
  console.error(`${rows} and nothing was imported: mend ${priceList} and execute the task again`);
  process.exitCode = 1;
}

importProducts();
