/** Makes the schema of the tenant. Run again: it stays as it is. */

import { forTenant } from './tenant.ts';

await forTenant(async ({ client, schema }) => {
  await client.query(`create schema if not exists ${schema}`);
  return `the schema ${schema} is there`;
});
