/** Where the shop keeps its files, below the folder that SHOP_DIR names. */

import { join } from 'node:path';
import process from 'node:process';

export interface ShopFolder {
  readonly configuration: string;
  readonly priceList: string;
  readonly database: string;
  /** Holds the server's address while it runs. */
  readonly serverUrl: string;
}

export function shopFolder(): ShopFolder {
  const root = process.env['SHOP_DIR'];
  if (!root) throw new Error('SHOP_DIR is not set.');
  return {
    configuration: join(root, 'conf/shop.json'),
    priceList: join(root, 'data/products.csv'),
    database: join(root, 'data/shop.sqlite'),
    serverUrl: join(root, 'run/server.url'),
  };
}
