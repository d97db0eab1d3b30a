/** Deleting a task with its steps, and keeping one that is not as it was read. */

import { randomUUID } from 'node:crypto';

import { expect } from 'chai';

import { createTask } from '../../src/persistence/create-task.ts';
import type { Database } from '../../src/persistence/database.ts';
import { deleteTask } from '../../src/persistence/delete-task.ts';
import { readTask } from '../../src/persistence/read-task.ts';
import { type EmptyDatabase, onBothDatabases } from '../support/both-databases.ts';
import { makeTask, openDatabase } from '../support/open-database.ts';

onBothDatabases('deleting a task', (open) => {
  let empty: EmptyDatabase;
  let database: Database;
  let taskId: string;

  before(async () => {
    empty = await open();
    database = await openDatabase(empty.connection);
  });

  after(async () => {
    await database.orm.close();
    await empty.close();
  });

  beforeEach(async () => {
    ({ taskId } = (await makeTask(database, 3)).task);
    await makeTask(database, 1);
  });

  it('removes its rows and no others', async () => {
    const counts =
      'select (select count(*) from tms_init_task)::int t, (select count(*) from tms_init_task_step)::int s';
    const [before] = await empty.query(counts);
    expect(await deleteTask(database, { taskId, status: 'RUNNING', fenced: [] })).to.equal('deleted');
    const [after] = await empty.query(counts);
    expect(after).to.deep.equal({ t: Number(before?.['t']) - 1, s: Number(before?.['s']) - 3 });
    expect(await readTask(database, taskId)).to.equal(null);
    expect(await deleteTask(database, { taskId, status: 'RUNNING', fenced: [] })).to.equal('absent');
  });

  it('keeps a task whose status is another one by now, and deletes one without any', async () => {
    for (const status of ['FAILED', 'running', '', null, '\uD800']) {
      expect(await deleteTask(database, { taskId, status, fenced: [] })).to.equal('kept');
    }
    await empty.query('alter table tms_init_task alter status drop not null');
    await empty.query('update tms_init_task set status = null where task_id = $1', [taskId]);
    expect(await deleteTask(database, { taskId, status: 'RUNNING', fenced: [] })).to.equal('kept');
    expect(await deleteTask(database, { taskId, status: null, fenced: [] })).to.equal('deleted');
  });

  it('keeps a task with a step that is RUNNING, but for those that were fenced', async () => {
    const run = (stepNo: number, path: string | null) =>
      empty.query(
        "update tms_init_task_step set status = 'RUNNING', log_path = $3 where task_id = $1 and step_no = $2",
        [taskId, stepNo, path],
      );
    await run(1, 'a/1.log');
    await run(2, null);
    for (const fenced of [[], ['a/1.log'], [null], ['b/1.log', null]]) {
      expect(await deleteTask(database, { taskId, status: 'RUNNING', fenced })).to.equal('kept');
    }
    expect((await readTask(database, taskId))?.steps).to.have.length(3);
    expect(await deleteTask(database, { taskId, status: 'RUNNING', fenced: ['a/1.log', null] })).to.equal('deleted');
  });

  it('removes thousands of steps, and the id can be used again', async () => {
    const steps = [{ name: 's', script: 'true' }];
    const large = randomUUID();
    await createTask(database, { taskId: large, name: 'large', steps });
    await empty.query(
      `insert into tms_init_task_step (task_id, step_no, step_name, script)
       select $1, n, 's', 'true' from generate_series(2, 3000) n`,
      [large],
    );
    expect(await deleteTask(database, { taskId: large, status: 'PENDING', fenced: [] })).to.equal('deleted');
    await createTask(database, { taskId: large, name: 'again', steps });
    expect((await readTask(database, large))?.steps).to.have.length(1);
  });
});
