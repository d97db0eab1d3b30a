/** Mends what the import complained of: the supplier's mistyped currency. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const WRONG = /^(.*,)EURO(,.*)$/m;

/** Edits the file and tells what it did. */
export async function mendPriceList(shopDir: string): Promise<string> {
  const path = join(shopDir, 'data/products.csv');
  const text = await readFile(path, 'utf8');
  const wrong = WRONG.exec(text)?.[0];
  if (wrong === undefined) throw new Error(`nothing to mend in ${path}`);
  const right = wrong.replace(WRONG, '$1EUR$2');
  await writeFile(path, text.replace(wrong, right));
  return `In ${path} the line "${wrong}" becomes "${right}"`;
}
