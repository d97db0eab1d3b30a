/** Looks whether the tenant can begin: SUCCESS of the task means that it can. */

import { forTenant } from './tenant.ts';

await forTenant(async ({ client, schema }) => {
  const { rows } = await client.query<{ plans: string; admins: string }>(
    `select (select count(*) from ${schema}.plans) as plans,
            (select count(*) from ${schema}.users where is_admin) as admins`,
  );
  const [found] = rows;
  if (!found || found.plans === '0' || found.admins === '0') throw new Error(`incomplete: ${JSON.stringify(found)}`);
  return `${found.plans} plans, ${found.admins} administrator`;
});
