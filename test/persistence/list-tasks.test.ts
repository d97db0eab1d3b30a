/** Lists of tasks on both databases. */

import { expect } from 'chai';

import { type Database, runStatement } from '../../src/persistence/database.ts';
import { listTasks } from '../../src/persistence/list-tasks.ts';
import type { TaskPage, TaskQuery } from '../../src/persistence/persistence.ts';
import { type EmptyDatabase, onBothDatabases } from '../support/both-databases.ts';
import { openDatabase } from '../support/open-database.ts';

const MANY = 20_000;
/** An id and a name, each with something that means something to a pattern, to SQL or to nobody. */
const ODD_NAMES = [
  ['both', 'both'],
  ['percent', '100% of it'],
  ['underscore', 'a_b'],
  ['backslash', String.raw`c:\temp`],
  ['quote', `it's`],
  ['dollar', '$1 $2'],
  ['chinese', '初始化 店铺'],
  ['emoji', '😀 and more'],
  ['accent', 'cafe\u0301'],
] as const;

const numbers = (first: number, last: number) => Array.from({ length: first - last + 1 }, (_, n) => `t${first - n}`);

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

  const list = (query: Partial<TaskQuery>) =>
    listTasks(database, { status: null, prefix: null, active: null, limit: 50, after: null, ...query });

  const ids = async (prefix: string, more: Partial<TaskQuery> = {}) =>
    idsOf(await list({ prefix, limit: 200, ...more }));

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

  describe('by a prefix', () => {
    before(async () => {
      // The oldest of all, so that they are not among the newest, and some that are.
      await empty.query(
        `insert into tms_init_task (id, task_id, task_name, status, created_at)
         select -n, 'old-' || n, 'Old one ' || n, 'SUCCESS', now() from generate_series(1, 30) n`,
      );
      for (const [taskId, name] of ODD_NAMES) {
        await empty.query('insert into tms_init_task (task_id, task_name, status) values ($1, $2, $3)', [
          taskId,
          name,
          'ODD',
        ]);
      }
      await empty.query('analyze');
    });

    after(() => empty.query("delete from tms_init_task where id < 0 or status = 'ODD'"));

    it('finds tasks whose id or whose name begins with it, each once, newest first', async () => {
      expect(await ids('t1234')).to.deep.equal([...numbers(12349, 12340), 't1234']);
      expect(await ids('task 1234')).to.deep.equal([...numbers(12349, 12340), 't1234']);
      expect(await ids('t', { limit: 2, after: '20000' })).to.deep.equal(['t19999', 't19998']);
      expect(await ids('both')).to.deep.equal(['both']);
    });

    it('finds what only the oldest tasks begin with, and nothing of what none does', async () => {
      expect(await ids('old-')).to.deep.equal(Array.from({ length: 30 }, (_, n) => `old-${n + 1}`));
      expect(await ids('Old one 2', { limit: 3 })).to.deep.equal(['old-2', 'old-20', 'old-21']);
      expect(await ids('nobody')).to.deep.equal([]);
    });

    it('takes it as it is spelled, whatever it has in it', async () => {
      for (const [taskId, name] of ODD_NAMES) {
        expect(await ids(name), name).to.deep.equal([taskId]);
        expect(await ids(name.slice(0, -1)), name).to.include(taskId);
      }
      for (const wrong of ['T1234', '%', '_1', '\\\\', 'ask 1', ' t1', 'a\0'])
        expect(await ids(wrong), wrong).to.deep.equal([]);
    });

    it('goes on after each page, to the end, together with a status', async () => {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page: TaskPage = await list({ prefix: 't', status: 'FAILED', limit: 3, after });
        seen.push(...idsOf(page));
        after = page.next;
      } while (after !== null);
      expect(seen).to.deep.equal(Array.from({ length: 20 }, (_, n) => `t${MANY - 1000 * n}`));
    });
  });

  it('gives each task once while others are added', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    for (let page = 0; page === 0 || after !== null; page += 1) {
      await empty.query('insert into tms_init_task (task_id, task_name, status) values ($1, $1, $2)', [
        `added-${page}`,
        'FAILED',
      ]);
      const { items, next }: TaskPage = await list({ status: 'FAILED', limit: 4, after });
      seen.push(...items.map(({ task }) => task.taskId));
      after = next;
    }
    expect(seen).to.deep.equal(['added-0', ...Array.from({ length: 20 }, (_, n) => `t${MANY - 1000 * n}`)]);
    await empty.query("delete from tms_init_task where task_id like 'added-%'");
  });

  it('knows of what is active only what this instance says, where there are no others', async () => {
    await empty.query("update tms_init_task set status = 'RUNNING' where task_id in ('t100', 't200', 't300')");
    const here = ['t200', 't400'];
    expect(idsOf(await list({ active: { wanted: true, here } }))).to.deep.equal(['t200']);
    const others = await list({ active: { wanted: false, here }, status: 'RUNNING' });
    expect(idsOf(others)).to.deep.equal(['t300', 't100']);
    expect(others.owners?.size).to.equal(0);
    expect(idsOf(await list({ active: { wanted: false, here }, limit: 1, after: '401' }))).to.deep.equal(['t400']);
    await empty.query("update tms_init_task set status = 'SUCCESS' where status = 'RUNNING'");
  });

  if (kind === 'PostgreSQL') {
    it('finds a prefix through the indexes of prefixes, where the newest tasks do not have it', async () => {
      await runStatement(database.orm.em, 'select pg_stat_force_next_flush()');
      const before = await scans(empty);
      await list({ prefix: 't1234' });
      await runStatement(database.orm.em, 'select pg_stat_force_next_flush()');
      const { whole, byTaskId, byName } = await scans(empty);
      expect([whole, byTaskId, byName]).to.deep.equal([before.whole, before.byTaskId + 1, before.byName + 1]);
    });

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
    (select idx_scan from pg_stat_user_indexes where indexrelname = 'tms_init_task_task_id_prefix')::int as "byTaskId",
    (select idx_scan from pg_stat_user_indexes where indexrelname = 'tms_init_task_task_name_prefix')::int as "byName",
    (select idx_scan from pg_stat_user_indexes where indexrelname = 'tms_init_task_pkey')::int as "byId"`);
  return row as Readonly<Record<'whole' | 'byStatus' | 'byId' | 'byTaskId' | 'byName', number>>;
}
