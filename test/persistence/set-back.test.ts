/** Storing a unit that sets back the steps of a task: all of it by one statement, or nothing. */

import { expect } from 'chai';

import type { TaskRows } from '../../src/domain/rows.ts';
import { acceptRun } from '../../src/domain/transitions/accept-run.ts';
import { applyUnit, type Unit } from '../../src/domain/unit.ts';
import type { Connected, Database } from '../../src/persistence/database.ts';
import { readTask } from '../../src/persistence/read-task.ts';
import { storeUnit } from '../../src/persistence/store-units.ts';
import { openUnitWriter } from '../../src/persistence/unit-writer.ts';
import { type EmptyDatabase, onBothDatabases } from '../support/both-databases.ts';
import { AT, makeTask, openDatabase } from '../support/open-database.ts';

onBothDatabases('setting back steps', (open) => {
  let empty: EmptyDatabase;
  let database: Database;
  let rows: TaskRows;

  before(async () => {
    empty = await open();
    database = await openDatabase(empty.connection);
  });

  after(async () => {
    await database.orm.close();
    await empty.close();
  });

  beforeEach(async () => {
    rows = await makeDone(6);
    await makeDone(6);
  });

  it('changes those steps and the task, and nothing else, by one statement', async () => {
    const { statements, connected } = counting();
    const unit = acceptRun(rows, AT, { stepNo: 3, by: 'ann' });
    expect(unit.steps.map(({ stepNo }) => stepNo)).to.deep.equal([3, 5, 6]);
    expect(await storeUnit(connected, unit)).to.equal('stored');
    expect(statements).to.have.length(1);
    expect(await read()).to.deep.equal(applyUnit(rows, unit));
  });

  it('says that it was stored where the same is sent again after its answer was lost', async () => {
    const unit = acceptRun(rows, AT, { stepNo: 1, by: 'ann' });
    expect(await storeUnit(database, unit)).to.equal('stored');
    expect(await storeUnit(database, unit)).to.equal('already');
    expect(await read()).to.deep.equal(applyUnit(rows, unit));
  });

  it('changes nothing where a row is not as it was read', async () => {
    const unit = acceptRun(rows, AT, { stepNo: 2, by: 'ann' });
    const { taskId } = rows.task;
    const changes = [
      `update tms_init_task_step set status = 'FAILED' where task_id = $1 and step_no = 6`,
      `update tms_init_task set status = 'FAILED' where task_id = $1`,
    ];
    for (const change of changes) {
      await empty.query(change, [taskId]);
      const before = await read();
      expect(await storeUnit(database, unit), change).to.equal('lost');
      expect(await read(), change).to.deep.equal(before);
      await empty.query(`update tms_init_task set status = 'SUCCESS' where task_id = $1`, [taskId]);
      await empty.query(
        `update tms_init_task_step set status = case step_no when 4 then 'FAILED' else 'SUCCESS' end where task_id = $1`,
        [taskId],
      );
    }
  });

  it('is stored among the units of other tasks', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => makeDone(4)));
    const writer = openUnitWriter(database, 1);
    const units = [rows, ...others].map((each, n) =>
      acceptRun(each, AT, n % 2 === 0 ? { stepNo: 2, by: 'ann' } : null),
    );
    expect(await Promise.all(units.map(writer.store))).to.deep.equal(units.map(() => 'stored'));
    for (const unit of units) await expectStored(unit, [rows, ...others]);
  });

  async function expectStored(unit: Unit, all: readonly TaskRows[]): Promise<void> {
    const before = all.find(({ task }) => task.taskId === unit.taskId);
    expect(await readTask(database, unit.taskId)).to.deep.equal(before && applyUnit(before, unit));
  }

  /** Of these steps the fourth has failed and the others are SUCCESS; the task is too, oddly. */
  async function makeDone(count: number): Promise<TaskRows> {
    const { taskId } = (await makeTask(database, count)).task;
    await empty.query(
      `update tms_init_task_step set log_path = step_no || '.log', exit_code = 0, started_at = $2, finished_at = $2,
         status = case step_no when 4 then 'FAILED' else 'SUCCESS' end where task_id = $1`,
      [taskId, AT],
    );
    await empty.query(`update tms_init_task set status = 'SUCCESS' where task_id = $1`, [taskId]);
    return (await readTask(database, taskId)) as TaskRows;
  }

  function read() {
    return readTask(database, rows.task.taskId);
  }

  function counting(): { readonly statements: string[]; readonly connected: Connected } {
    const statements: string[] = [];
    const run: Connected['run'] = (sql, parameters) => {
      statements.push(sql);
      return database.run(sql, parameters);
    };
    return { statements, connected: { ...database, run } };
  }
});
