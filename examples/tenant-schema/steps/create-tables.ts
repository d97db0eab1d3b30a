/** Makes the tables, change by change. Run again: changes that were made are not made a second time. */

import { forTenant } from './tenant.ts';

/** Never edited once it was released: what is to be otherwise is a further change at the end. */
const CHANGES: readonly (readonly [name: string, sql: string])[] = [
  ['plans', 'create table plans (name text primary key, seats int not null check (seats > 0))'],
  [
    'users',
    'create table users (email text primary key, plan text not null references plans, is_admin boolean not null)',
  ],
  ['users by plan', 'create index users_by_plan on users (plan)'],
];

await forTenant(async ({ client, schema }) => {
  await client.query(`set local search_path to ${schema}`);
  await client.query('create table if not exists changes (name text primary key, made_at timestamptz default now())');
  let made = 0;
  for (const [name, sql] of CHANGES) {
    const { rowCount } = await client.query('insert into changes (name) values ($1) on conflict do nothing', [name]);
    if (rowCount === 0) continue;
    await client.query(sql);
    made += 1;
  }
  return `${made} of ${CHANGES.length} changes were to be made`;
});
