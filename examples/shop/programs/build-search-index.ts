/** Builds the full-text index of the products' names. */

import { DatabaseSync } from 'node:sqlite';

import { shopFolder } from './shop-folder.ts';

const INDEX = `
  BEGIN;
  DROP TABLE IF EXISTS product_search;
  CREATE VIRTUAL TABLE product_search USING fts5 (sku UNINDEXED, name);
  INSERT INTO product_search SELECT sku, name FROM product;
  COMMIT;
  ANALYZE;
`;

const database = new DatabaseSync(shopFolder().database);
database.exec(INDEX);
const row = database.prepare('SELECT count(*) AS indexed FROM product_search').get();
database.close();
console.log(`${Number(row?.['indexed'])} products can be searched`);
