/** The supplier's price list: its rows, and what can be wrong with one. */

export interface Product {
  /** Where it stands in the file, from 1; the first line holds the names of the columns. */
  readonly line: number;
  readonly sku: string;
  readonly name: string;
  readonly price: string;
  readonly currency: string;
  readonly stock: string;
}

export function readPriceList(text: string): readonly Product[] {
  const [, ...rows] = text.trimEnd().split('\n');
  return rows.map((row, index) => {
    const [sku = '', name = '', price = '', currency = '', stock = ''] = row.split(',');
    return { line: index + 2, sku, name, price, currency, stock };
  });
}

/** One sentence for each row that cannot be right, saying where it stands and what is wrong. */
export function findFaults(products: readonly Product[], currencies: ReadonlySet<string>): readonly string[] {
  const lines = new Map<string, number>();
  return products.flatMap((product) => {
    const fault = findFault(product, currencies, lines);
    lines.set(product.sku, product.line);
    return fault === null ? [] : [`line ${product.line}: ${fault}`];
  });
}

function findFault(
  { sku, price, currency, stock }: Product,
  currencies: ReadonlySet<string>,
  lines: ReadonlyMap<string, number>,
): string | null {
  if (lines.has(sku)) return `product ${sku} was named before, on line ${lines.get(sku)}`;
  if (!/^\d+\.\d\d$/.test(price)) return `product ${sku} has the price "${price}", which is none`;
  if (!/^\d+$/.test(stock)) return `product ${sku} has the stock "${stock}", which is no number`;
  if (!currencies.has(currency)) {
    return `product ${sku} has the currency "${currency}", but the shop accepts ${[...currencies].join(', ')}`;
  }
  return null;
}
