/** Creating tasks on both databases, and reading them back. */

import { randomUUID } from 'node:crypto';

import { expect } from 'chai';

import { Refusal } from '../../src/domain/refusal.ts';
import { createTask } from '../../src/persistence/create-task.ts';
import type { Database } from '../../src/persistence/database.ts';
import { readSummary } from '../../src/persistence/read-summary.ts';
import { readSmallTask, readStep, readTask, type TaskSize } from '../../src/persistence/read-task.ts';
import { readTasks } from '../../src/persistence/read-tasks.ts';
import { type EmptyDatabase, onBothDatabases } from '../support/both-databases.ts';
import { eventually } from '../support/eventually.ts';
import { makeTask, openDatabase } from '../support/open-database.ts';

onBothDatabases('creating and reading tasks', (open) => {
  let empty: EmptyDatabase;
  let database: Database;

  before(async () => {
    empty = await open();
    database = await openDatabase(empty.connection);
  });

  after(async () => {
    await database.orm.close();
    await empty.close();
  });

  it('reads the steps only where they are few and short, one of them alone, and their counts alone', async () => {
    const rows = await makeTask(database, 5);
    const { task, steps } = rows;
    const { taskId } = task;
    const scriptBytes = steps.reduce((sum, { script }) => sum + (script?.length ?? 0), 0);
    const small = (most: TaskSize) => readSmallTask(database, taskId, most);
    expect(await small({ steps: 5, scriptBytes })).to.deep.equal(rows);
    expect(await small({ steps: 4, scriptBytes })).to.deep.equal({ task, steps: null });
    expect(await small({ steps: 5, scriptBytes: scriptBytes - 1 })).to.deep.equal({ task, steps: null });
    expect(await readStep(database, taskId, 4)).to.deep.equal({ task, steps: steps.slice(3, 4) });
    expect(await readStep(database, taskId, 6)).to.deep.equal({ task, steps: [] });
    await empty.query("update tms_init_task_step set status = 'SUCCESS' where task_id = $1 and step_no < 3", [taskId]);
    expect(await readSummary(database, taskId)).to.deep.equal({ task, totalSteps: 5, successSteps: 2 });
    for (const unknown of ['nobody', 'a\0b']) {
      expect(await readSummary(database, unknown)).to.equal(null);
      expect(await readStep(database, unknown, 1)).to.equal(null);
      expect(await readSmallTask(database, unknown, { steps: 5, scriptBytes })).to.equal(null);
    }
  });

  it('says that there is a task with this id, whoever creates and deletes it meanwhile', async () => {
    const said = new Set<string>();
    const until = performance.now() + 1500;
    const again = { taskId: 'again', name: 'again', steps: [{ name: 'one', script: 'true' }] };
    const create = async () => {
      while (performance.now() < until) {
        const refusal = await createTask(database, again).then(
          () => null,
          (error: unknown) => error,
        );
        said.add(refusal instanceof Refusal ? refusal.code : String(refusal));
      }
    };
    const remove = async () => {
      while (performance.now() < until) {
        await empty.query("delete from tms_init_task_step where task_id = 'again'");
        await empty.query("delete from tms_init_task where task_id = 'again'").catch(() => undefined);
      }
    };
    await Promise.all([create(), create(), create(), remove(), remove()]);
    expect([...said].toSorted()).to.deep.equal(['null', 'task-exists']);
    await empty.query("delete from tms_init_task_step where task_id = 'again'");
    await empty.query("delete from tms_init_task where task_id = 'again'");
  });

  it('creates a task whose rows are PENDING and numbered from 1, as they are read afterwards', async () => {
    const steps = [
      { name: '第一步', script: `echo 'it''s "\\$HOME" ?? :x $1 🙂'\n\techo {a,b}` },
      { name: 'last', script: 'true' },
    ];
    const created = await createTask(database, { taskId: '测试 a+b', name: 'Ünïcode', steps });
    expect(await readTask(database, '测试 a+b')).to.deep.equal(created);
    const fresh = {
      status: 'PENDING',
      message: null,
      logPath: null,
      exitCode: null,
      startedAt: null,
      finishedAt: null,
    };
    expect(created.steps).to.deep.equal([
      { ...fresh, ...steps[0], stepNo: 1 },
      { ...fresh, ...steps[1], stepNo: 2 },
    ]);
    expect(created.task).to.deep.include({ taskId: '测试 a+b', name: 'Ünïcode', status: 'PENDING', message: null });
    expect(created.task.createdAt).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('refuses an id that is there already and leaves that task as it is', async () => {
    const first = await makeTask(database, 2);
    const again = createTask(database, {
      taskId: first.task.taskId,
      name: 'other',
      steps: [{ name: 'x', script: 'x' }],
    });
    const error = await again.catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Refusal).and.include({ code: 'task-exists', taskId: first.task.taskId });
    expect(await readTask(database, first.task.taskId)).to.deep.equal(first);
  });

  it('creates 10,000 steps, or nothing where one of them cannot be', async () => {
    // On a busy machine the embedded database may need longer than a connection may be in use.
    const rows = await eventually('10,000 steps to be created', () => makeTask(database, 10_000));
    expect(rows.steps).to.have.length(10_000);
    expect(await readTask(database, rows.task.taskId)).to.deep.equal(rows);
    const good = Array.from({ length: 2000 }, () => ({ name: 'good', script: 'true' }));
    await empty.query(`alter table tms_init_task_step add constraint nothing_bad check (step_name <> 'bad')`);
    const taskId = randomUUID();
    const bad = { taskId, name: 'bad', steps: [...good, { name: 'bad', script: 'true' }] };
    const error = await createTask(database, bad).catch((thrown: unknown) => thrown);
    await empty.query('alter table tms_init_task_step drop constraint nothing_bad');
    expect(error).to.include({ code: 'task-data-invalid', reason: 'not-insertable' });
    expect((error as Error).message).to.match(/: the constraint nothing_bad\.$/);
    expect(await readTask(database, taskId)).to.equal(null);
  });

  it('refuses what is too long for a column, and says which member that is', async () => {
    const steps = [
      { name: 'good', script: 'true' },
      { name: '🙂'.repeat(256), script: 'true' },
    ];
    const error = await createTask(database, { taskId: null, name: 'n', steps }).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 'task-data-invalid', reason: 'not-insertable' });
    expect((error as Error).message).to.equal('steps.1.name is too long for the tables, which hold 255 characters.');
    const fits = { taskId: null, name: 'n', steps: [{ name: '🙂'.repeat(255), script: 'true' }] };
    expect((await createTask(database, fits)).task.taskId).to.match(/^[0-9a-f-]{36}$/);
  });

  it('reads nothing where there is no such task, whatever the id', async () => {
    for (const taskId of ['unknown', '', 'a\0b', '\uD800', `' or 1=1 --`]) {
      expect(await readTask(database, taskId)).to.equal(null);
    }
  });

  it('reads rows of others as they are', async () => {
    const taskId = randomUUID();
    await empty.query(
      `insert into tms_init_task (task_id, task_name, status, created_at) values ($1, 'odd', 'done', '2024-02-29 23:59:59.9999+08')`,
      [taskId],
    );
    const bare = await readTask(database, taskId);
    expect(bare?.steps).to.deep.equal([]);
    expect(bare?.task).to.include({ status: 'done', createdAt: '2024-02-29T15:59:59.999Z', updatedAt: null });
    await empty.query(
      `insert into tms_init_task_step (task_id, step_no, step_name, script, status, exit_code, started_at)
       values ($1, 7, 'late', 'x', 'odd', -1, 'infinity'), ($1, 3, 'early', 'x', '', 999, null)`,
      [taskId],
    );
    const full = await readTask(database, taskId);
    expect(full?.steps.map(({ stepNo, status, exitCode }) => [stepNo, status, exitCode])).to.deep.equal([
      [3, '', 999],
      [7, 'odd', -1],
    ]);
    expect(full?.steps[1]?.startedAt).to.equal(null);
  });

  it('reads the rows of tasks as each of them is read alone, and leaves out what is not there', async () => {
    const created = [await makeTask(database, 2), await makeTask(database, 0)];
    const taskIds = created.map(({ task }) => task.taskId);
    const rows = await readTasks(database, [...taskIds, 'absent']);
    expect([...rows.keys()]).to.have.members(taskIds);
    for (const { task } of created) expect(rows.get(task.taskId)).to.deep.equal(task);
  });
});
