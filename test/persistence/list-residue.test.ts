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
    // Every 10th task is RUNNING. Tasks 5 and 15 are not, but steps of theirs are.
    await empty.query(
      `insert into tms_init_task (task_id, task_name, status)
       select 't' || n, 'task', case when n % 10 = 0 then 'RUNNING' when n = 15 then 'odd' else 'FAILED' end
       from generate_series(1, 100) n`,
    );
    await empty.query(
      `insert into tms_init_task_step (task_id, step_no, step_name, script, status)
       select 't' || n, s, 'step', 'true', case when n % 10 = 0 or n in (5, 15) then 'RUNNING' else 'FAILED' end
       from generate_series(1, 100) n, generate_series(1, 2) s`,
    );
  });

  after(async () => {
    await database.orm.close();
    await empty.close();
  });

  it('finds each task that is RUNNING, and each of which only a step is', async () => {
    expect(await readAll()).to.deep.equal({ taskIds: EXPECTED, pages: 2 });
  });

  it('finds the same in small pages', async () => {
    // 10 RUNNING tasks in fours are 3 pages; 200 steps in fifties are 4 that are full and an empty last one.
    expect(await readAll({ tasks: 4, steps: 50 })).to.deep.equal({ taskIds: EXPECTED, pages: 8 });
  });

  const EXPECTED = [...Array.from({ length: 10 }, (_, index) => `t${(index + 1) * 10}`), 't5', 't15'];

  async function readAll(...limits: [] | [{ tasks: number; steps: number }]) {
    const taskIds: string[] = [];
    let pages = 0;
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listResidue>> = await listResidue(database, after, ...limits);
      taskIds.push(...page.taskIds);
      pages += 1;
      after = page.next;
    } while (after !== null);
    return { taskIds, pages };
  }
});
