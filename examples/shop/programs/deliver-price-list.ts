/** Plays the supplier: writes a price list of 5,000 products as CSV to standard output, one row of it mistyped. */

import process from 'node:process';

const PRODUCTS = 5000;

/** The product whose currency the supplier mistyped: EURO is none. */
const MISTYPED = 3117;

const MATERIALS = ['oak', 'brass', 'linen', 'slate', 'copper', 'wool', 'glass', 'cork'];
const THINGS = ['lamp', 'shelf', 'bowl', 'kettle', 'blanket', 'clock', 'stool', 'basket', 'mirror', 'tray'];
const CURRENCIES = ['EUR', 'USD', 'CNY'];

function priceList(): string {
  const numbers = Array.from({ length: PRODUCTS }, (_, index) => index + 1);
  return ['sku,name,price,currency,stock', ...numbers.map(row), ''].join('\n');
}

/** The same number gives the same row, on every machine. */
function row(number: number): string {
  const sku = `P-${String(number).padStart(5, '0')}`;
  const name = `${pick(MATERIALS, number * 7)} ${pick(THINGS, number * 3)} no. ${number}`;
  const price = (((number * 7919) % 20_000) / 100 + 1).toFixed(2);
  const currency = number === MISTYPED ? 'EURO' : pick(CURRENCIES, number);
  return [sku, name, price, currency, (number * 31) % 90].join(',');
}

function pick(choices: readonly string[], number: number): string {
  return choices[number % choices.length] ?? '';
}

process.stdout.write(priceList());
