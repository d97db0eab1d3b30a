/** An audit of every change of a row and every deletion of a task, kept by a trigger in the test's database. */

import type { Client } from 'pg';

import type { AuditEntry, AuditRow } from './history.ts';

/** To be run once the tables are there. */
export const AUDIT_SQL = `
create table chaos_audit (
  n bigint generated always as identity, txid text, at timestamptz, task_id text, step_no int, old jsonb, new jsonb
);
create function chaos_note() returns trigger language plpgsql as $$
begin
  insert into chaos_audit (txid, at, task_id, step_no, old, new) values (
    txid_current()::text, clock_timestamp(), old.task_id, (to_jsonb(old) ->> 'step_no')::int, to_jsonb(old), to_jsonb(new)
  );
  return null;
end $$;
create trigger chaos_note after update or delete on tms_init_task for each row execute function chaos_note();
create trigger chaos_note after update on tms_init_task_step for each row execute function chaos_note();
`;

export async function readAudit(client: Client): Promise<readonly AuditEntry[]> {
  const { rows } = await client.query<RawEntry>(
    'select txid, extract(epoch from at)::float8 * 1000 as at, task_id, step_no, old, new from chaos_audit order by n',
  );
  return rows.map(({ txid, at, task_id, step_no, old, new: changed }) => {
    return { txid, at, taskId: task_id, stepNo: step_no, old, new: changed };
  });
}

interface RawEntry {
  readonly txid: string;
  readonly at: number;
  readonly task_id: string;
  readonly step_no: number | null;
  readonly old: AuditRow;
  readonly new: AuditRow | null;
}
