/** Makes the administrator of the tenant. Run again: whoever is there stays, also with another plan by now. */

import { forTenant } from './tenant.ts';

await forTenant(async ({ client, schema, name }) => {
  const email = `admin@${name}.example`;
  const { rowCount } = await client.query(
    `insert into ${schema}.users (email, plan, is_admin) values ($1, 'small', true) on conflict do nothing`,
    [email],
  );
  return rowCount === 0 ? `${email} is there already` : `${email} is made`;
});
