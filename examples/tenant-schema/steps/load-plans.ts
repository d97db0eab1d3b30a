/** Loads the plans that the tenant may use. Run again: plans get the values of the file, and none is doubled. */

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';

import { forTenant } from './tenant.ts';

/** Beside the file that names the database, where an administrator can mend it; else the one of this folder. */
const OWN = join(dirname(process.env['TENANTS_DATABASE_FILE'] ?? ''), 'plans.csv');
const USUAL = join(import.meta.dirname, '../plans.csv');

await forTenant(async ({ client, schema }) => {
  const plans = parse(await readFile(OWN, 'utf8').catch(() => readFile(USUAL, 'utf8')));
  for (const { name, seats } of plans) {
    await client.query(
      `insert into ${schema}.plans (name, seats) values ($1, $2) on conflict (name) do update set seats = excluded.seats`,
      [name, seats],
    );
  }
  return `${plans.length} plans are loaded`;
});

/** A line that cannot be right is named. */
function parse(text: string): readonly { readonly name: string; readonly seats: number }[] {
  const [, ...lines] = text.trim().split('\n');
  return lines.map((line, index) => {
    const [name = '', seats = ''] = line.split(',');
    if (!/^\d+$/.test(seats))
      throw new Error(`line ${index + 2} of plans.csv: the plan ${name} has the seats "${seats}"`);
    return { name, seats: Number(seats) };
  });
}
