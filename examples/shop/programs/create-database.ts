/** Makes the tables of the shop where they are missing, and fills in the accepted currencies. */

import { DatabaseSync } from 'node:sqlite';

import { shopFolder } from './shop-folder.ts';

const TABLES = `
  CREATE TABLE IF NOT EXISTS currency (code TEXT PRIMARY KEY) STRICT;
  CREATE TABLE IF NOT EXISTS product (
    sku      TEXT PRIMARY KEY,
    name     TEXT NOT NULL,
    cents    INTEGER NOT NULL CHECK (cents > 0),
    currency TEXT NOT NULL REFERENCES currency (code),
    stock    INTEGER NOT NULL CHECK (stock >= 0)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS product_by_price ON product (currency, cents);
  INSERT OR IGNORE INTO currency VALUES ('CNY'), ('EUR'), ('USD');
`;

const path = shopFolder().database;
const database = new DatabaseSync(path);
database.exec(TABLES);
const codes = database.prepare('SELECT code FROM currency ORDER BY code').all();
database.close();
console.log(`tables are there in ${path}`);
console.log(`accepted currencies: ${codes.map(({ code }) => code).join(', ')}`);
