/** Lists of tasks on both databases. */

import { expect } from 'chai';

import { type Database, runStatement } from '../../src/persistence/database.ts';
import { listTasks } from '../../src/persistence/list-tasks.ts';
import type { TaskPage, TaskQuery } from '../../src/persistence/persistence.ts';
import { type EmptyDatabase, onBothDatabases } from '../support/both-databases.ts';
import { openDatabase } from '../support/open-database.ts';

const MANY = 20_000;
const idsOf = ({ items }: TaskPage) => items.map(({ task }) => task.taskId);

onBothDatabases('listing tasks', (open, kind) => {
  let empty: EmptyDatabase;
  let database: Database;

  before(async () => {
    empty = await open();
    database = await openDatabase(empty.connection);
    await empty.query(
      `insert into tms_init_task (task_id, task_name, status, created_at)
       select 't' || n, 'task ' || n, case when n % 1000 = 0 then 'FAILED' when n = 7 then 'odd' else 'SUCCESS' end, now()
       from generate_series(1, ${MANY}) n`,
    );
    await empty.query(
      `insert into tms_init_task_step (task_id, step_no, step_name, script, status)
       select 't' || n, s, 'step', 'true', case when s = 3 then 'FAILED' else 'SUCCESS' end
       from generate_series(${MANY - 99}, ${MANY}) n, generate_series(1, n % 4) s`,
    );
    await empty.query('analyze');
  });

  after(async () => {
    await database.orm.close();
    await empty.close();
  });

  const list = (query: Partial<TaskQuery>) => listTasks(database, { status: null, limit: 50, after: null, ...query });

  it('gives the newest first with the counts of their steps', async () => {
    const { items } = await list({ limit: 4 });
    const counted = items.map(({ task, totalSteps, successSteps }) => [task.taskId, totalSteps, successSteps]);
    expect(counted).to.deep.equal([
      ['t20000', 0, 0],
      ['t19999', 3, 2],
      ['t19998', 2, 2],
      ['t19997', 1, 1],
    ]);
    expect(items[0]?.task).to.deep.include({ name: 'task 20000', status: 'FAILED', message: null, updatedAt: null });
    expect(items[0]?.task.createdAt).to.match(/Z$/);
  });

  it('goes on after the last one of the page before, to the end', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: TaskPage = await list({ status: 'FAILED', limit: 8, after });
      seen.push(...idsOf(page));
      after = page.next;
    } while (after !== null);
    expect(seen).to.deep.equal(Array.from({ length: 20 }, (_, n) => `t${MANY - 1000 * n}`));
  });

  it('has no next page after a page that is just full', async () => {
    expect((await list({ status: 'FAILED', limit: 20 })).next).to.equal(null);
    expect((await list({ status: 'FAILED', limit: 19 })).next).to.be.a('string');
  });

  it('finds rows of a status the service does not know, and none of one nobody has', async () => {
    expect(idsOf(await list({ status: 'odd' }))).to.deep.equal(['t7']);
    for (const status of ['', 'ODD', `'`, 'a\0', 'x'.repeat(100)])
      expect(idsOf(await list({ status }))).to.deep.equal([]);
  });

  it('takes a position that cannot be for the end', async () => {
    for (const after of ['0', '9'.repeat(19), '9'.repeat(50), '-1', 'x', '']) {
      const { items, next } = await list({ after });
      expect([items.length, next]).to.deep.equal([0, null]);
    }
  });

  if (kind === 'PostgreSQL') {
    it('reads through an index, so that it stays fast with many tasks', async () => {
      await runStatement(database.orm.em, 'select pg_stat_force_next_flush()');
      const before = await scans(empty);
      await list({ status: 'FAILED', after: '15000' });
      await list({ after: '15000' });
      // The session that read tells what it counted.
      await runStatement(database.orm.em, 'select pg_stat_force_next_flush()');
      const { whole, byStatus, byId } = await scans(empty);
      expect([whole, byStatus, byId]).to.deep.equal([before.whole, before.byStatus + 1, before.byId + 1]);
    });
  }
});

/** How often the table was read as a whole and through its indexes. */
async function scans(database: EmptyDatabase) {
  const [row] = await database.query(`select
    (select seq_scan from pg_stat_user_tables where relname = 'tms_init_task')::int as whole,
    (select idx_scan from pg_stat_user_indexes where indexrelname = 'tms_init_task_status_id')::int as "byStatus",
    (select idx_scan from pg_stat_user_indexes where indexrelname = 'tms_init_task_pkey')::int as "byId"`);
  return row as Readonly<Record<'whole' | 'byStatus' | 'byId', number>>;
}
