/** Reading residue on both databases. */

import { expect } from 'chai';

import type { Database } from '../../src/persistence/database.ts';
import { listResidue } from '../../src/persistence/list-residue.ts';
import { type EmptyDatabase, onBothDatabases } from '../support/both-databases.ts';
import { openDatabase } from '../support/open-database.ts';

onBothDatabases('reading residue', (open) => {
  let empty: EmptyDatabase;
  let database: Database;

  before(async () => {
    empty = await open();
    database = await openDatabase(empty.connection);
    // Every 10th task is RUNNING.
    await empty.query(
      `insert into tms_init_task (task_id, task_name, status)
       select 't' || n, 'task', case when n % 10 = 0 then 'RUNNING' when n = 15 then 'odd' else 'FAILED' end
       from generate_series(1, 100) n`,
    );
  });

  after(async () => {
    await database.orm.close();
    await empty.close();
  });

  it('finds each task that is RUNNING', async () => {
    expect(await readAll()).to.deep.equal({ taskIds: EXPECTED, pages: 1 });
  });

  it('finds the same in small pages', async () => {
    expect(await readAll(4)).to.deep.equal({ taskIds: EXPECTED, pages: 3 });
  });

  const EXPECTED = Array.from({ length: 10 }, (_, index) => `t${(index + 1) * 10}`);

  async function readAll(pageSize?: number) {
    const taskIds: string[] = [];
    let pages = 0;
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listResidue>> = await listResidue(database, after, pageSize);
      taskIds.push(...page.taskIds);
      pages += 1;
      after = page.next;
    } while (after !== null);
    return { taskIds, pages };
  }
});
